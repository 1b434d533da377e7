import { type RawBuilder, sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Analysis } from './analysis.ts'
import type { RowLength } from './files/table.ts'
import { countReportColumns, reportColumns } from './report-columns.ts'
import { byteOrderMark, writeRows } from './report-rows.ts'
import type { StoredLoss } from './rows/lost-cells.ts'
import { hasLosses, onlyLosses } from './rows/owner-invited.ts'

const rowsAtOnce = 1000

export interface ReportRow {
  row_number: number
  code: string | null
  message: string | null
  cells: string[]
  lost: Pick<StoredLoss, 'index' | 'column' | 'code' | 'message'>[] | null
  ragged: RowLength | null
}

interface RowsReport {
  columns: readonly string[]
  /** Of `import_rows`: which are in it. */
  condition: RawBuilder<boolean>
  /** What stands behind the row's own cells. */
  tail(row: ReportRow, importId: string): string[]
}

const many = '\n'

/** What a row lost, cell by cell, each on a line of its own. */
export function tailOfLosses(
  { row_number, cells, lost }: Pick<ReportRow, 'row_number' | 'cells' | 'lost'>,
  importId: string,
) {
  const all = onlyLosses(lost ?? [])
  return [
    importId,
    String(row_number),
    all.map(({ column }) => column).join(many),
    all.map(({ index }) => cells[index] ?? '').join(many),
    all.map(({ column, message }) => (all.length > 1 ? `${column}: ${message}` : message)).join(many),
  ]
}

export const rowsReports = {
  errors: {
    columns: reportColumns.errors,
    condition: sql<boolean>`result in ('conflict', 'invalid') and cells is not null`,
    tail: ({ code, message }) => [code ?? '', message ?? ''],
  },
  losses: {
    columns: reportColumns.losses,
    condition: sql<boolean>`${hasLosses('lost')} and cells is not null`,
    tail: tailOfLosses,
  },
  ragged: {
    columns: reportColumns.ragged,
    condition: sql<boolean>`ragged is not null and cells is not null`,
    tail: ({ row_number, ragged }) => [row_number, ragged!.cells, ragged!.header].map(String),
  },
} as const satisfies Record<string, RowsReport>

/** The columns of the file that a report begins with: a report of a report has the newer columns only. */
export function headersOfFile({ originalHeaders }: Analysis, report: keyof typeof reportColumns): string[] {
  // Refused rows of a corrected file still say which rows they correct.
  const older =
    report === 'errors'
      ? countReportColumns(originalHeaders, ['errors', 'leftOut', 'ragged'])
      : countReportColumns(originalHeaders)
  return originalHeaders.slice(0, originalHeaders.length - older)
}

/** The original cells of a row under so many headers. */
export function cellsUnder(cells: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, index) => cells[index] ?? '')
}

/** The most cells that a row has beyond its header: they are kept too, under headers of their own. */
async function widestRow(db: Database, workspaceId: string, importId: string, { condition }: RowsReport) {
  const { widest } = await db
    .selectFrom('import_rows')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where(condition)
    .select(({ fn }) => fn.max(fn<number>('jsonb_array_length', ['cells'])).as('widest'))
    .executeTakeFirstOrThrow()
  return widest ?? 0
}

/** Rows of an import as CSV, a thousand at a time, as they stand in the file with what was wrong behind them. */
export async function writeRowsReport(
  db: Database,
  { workspaceId, importId }: { workspaceId: string; importId: string },
  name: keyof typeof rowsReports,
  analysis: Analysis,
): Promise<AsyncGenerator<string>> {
  const report: RowsReport = rowsReports[name]
  const headers = headersOfFile(analysis, name)
  if (countReportColumns(analysis.originalHeaders) === 0)
    for (let width = await widestRow(db, workspaceId, importId, report); headers.length < width; )
      headers.push(t`Column ${headers.length + 1}`)
  return write()

  async function* write() {
    yield byteOrderMark + writeRows([[...headers, ...report.columns]])
    for (let after = 0; ; ) {
      const rows = await db
        .selectFrom('import_rows')
        .where('workspace_id', '=', workspaceId)
        .where('import_id', '=', importId)
        .where(report.condition)
        .where('row_number', '>', after)
        .orderBy('row_number')
        .limit(rowsAtOnce)
        .select(['row_number', 'code', 'message', 'cells', 'lost', 'ragged'])
        .execute()
      if (rows.length === 0) return
      yield writeRows(
        (rows as unknown as ReportRow[]).map((row) => [
          ...cellsUnder(row.cells, headers.length),
          ...report.tail(row, importId),
        ]),
      )
      after = rows.at(-1)!.row_number
    }
  }
}
