/** The columns that the report of rows that were not taken has beside those of the file. */
export const reportColumns = ['error_code', 'error'] as const

/** How many columns at the end of a file are those of such a report, which people mend and import again. */
export function countReportColumns(headers: readonly string[]): number {
  const last = headers.slice(-reportColumns.length).map((header) => header.trim().toLowerCase())
  return reportColumns.every((column, index) => column === last[index]) ? reportColumns.length : 0
}
