import { stringify } from 'csv-stringify/sync'
import { safeCell } from '../files/safe-cell.ts'
import type { ExportColumn, ExportRows } from './export-column.ts'
import { createLocalTime } from './local-time.ts'

const byteOrderMark = '\ufeff'

function line(rows: readonly (readonly string[])[]): string {
  // Without quoted_match, a line break that is not the record's own goes unquoted.
  return stringify(rows as string[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
}

/**
 * The rows as CSV in UTF-8. Times are those of the timezone, as spreadsheet programs read them; no cell can become a
 * formula.
 */
export async function* writeCsv<Row>(
  columns: readonly ExportColumn<Row>[],
  rows: ExportRows<Row>,
  options: { bom: boolean; timezone: string },
): AsyncGenerator<string> {
  const localTime = createLocalTime(options.timezone)
  const cell = ({ kind, value }: ExportColumn<Row>, row: Row): string => {
    const read = value(row)
    if (read === null) return ''
    if (kind === 'text') return safeCell(String(read))
    if (kind === 'number') return String(read)
    const shown = new Date(localTime(Date.parse(String(read)))).toISOString()
    return kind === 'day' ? shown.slice(0, 10) : shown.slice(0, 16).replace('T', ' ')
  }
  yield (options.bom ? byteOrderMark : '') + line([columns.map(({ header }) => safeCell(header))])
  for await (const some of rows) yield line(some.map((row) => columns.map((column) => cell(column, row))))
}
