export type ExportKind = 'text' | 'number' | 'day' | 'time'

/** One column of an export: its header, what kind of cells it has, and where a row keeps them. */
export interface ExportColumn<Row> {
  header: string
  kind: ExportKind
  /** For `day` and `time` an ISO 8601 instant; null leaves the cell empty. */
  value: (row: Row) => string | number | null
  /** In characters, for spreadsheets. */
  width?: number
}

/** Rows as they come from the database, some hundreds at a time. */
export type ExportRows<Row> = AsyncIterable<readonly Row[]>
