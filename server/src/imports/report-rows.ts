import { stringify } from 'csv-stringify/sync'
import { safeCell } from '../files/safe-cell.ts'

/** By it, spreadsheets know that a CSV is UTF-8. */
export const byteOrderMark = '\ufeff'

/** Rows of a report as CSV that no spreadsheet takes for formulas. */
export function writeRows(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    // Without it, a line break that is not the record's own goes unquoted.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
}
