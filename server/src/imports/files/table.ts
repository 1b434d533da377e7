import type { leftOutReasons } from '@muster/contract/import-fields.ts'

/** How many cells a row has, and how many its header has. */
export type RowLength = { cells: number; header: number }

/** One row of the file. `number` is what a spreadsheet program shows beside it: blank rows count, and a quoted
 * line break does not start a new row. */
export type Row = {
  number: number
  cells: string[]
  /** Set for a ragged row of a text: it has neither as many cells as its header nor as most rows. */
  ragged?: RowLength
}

export type Column = {
  /** Place in `Row.cells`, from 0. */
  index: number
  /** Trimmed and unique in the table: a second "Skills" is "Skills (2)", an empty one "Column 7". */
  header: string
  /** As it stands in the file. */
  original: string
}

/** Why a filled row under the header is not data. */
export type LeftOutReason = (typeof leftOutReasons)[number]

export type RowsOptions = {
  /** Only rows whose number is greater, for going on after a stop. */
  after?: number
  /** Told of every filled row under the header that is not data, so that no row goes missing unseen. */
  onLeftOut?: (row: Row, reason: LeftOutReason) => void
  /** The rows among those that a person took in: they are data after all. */
  takeIn?: ((row: number) => boolean) | undefined
}

export type Table = {
  format: 'csv' | 'tsv' | 'xlsx'
  /** Null for XLSX. */
  encoding: string | null
  /** Null for XLSX. */
  delimiter: string | null
  /** Every worksheet with its number of filled rows under the header; null unless XLSX. */
  sheets: { name: string; rows: number }[] | null
  /** The worksheet the rows come from; null unless XLSX. */
  sheet: string | null
  /** From 1; 0 when the file has no header and its first row is data. */
  headerRow: number
  columns: Column[]
  /**
   * The data rows in the order of the file, blank ones left out. Reads the file anew each time and holds only a
   * few rows. Cells are as in the file (not trimmed) and at least as many as the columns; a row that is longer
   * than the header keeps its further cells. Throws `ImportFileError` when the file breaks off.
   */
  rows(options?: RowsOptions): AsyncIterable<Row>
}
