/** Columns that a report has behind those of the file; people correct its rows and import them again. */
export const reportColumns = {
  /** Of rows that were refused. */
  errors: ['error_code', 'error'],
  /** Of rows that were imported but lost values. The first two say which row a corrected one is about. */
  losses: ['import_id', 'row_number', 'lost_column', 'lost_value', 'lost_reason'],
  /** Of rows that were left out. */
  leftOut: ['row_number', 'left_out_reason'],
  /** Of rows with more or fewer cells than their header. */
  ragged: ['row_number', 'cell_count', 'header_cell_count'],
} as const

type Report = keyof typeof reportColumns

const everyReport = Object.keys(reportColumns) as Report[]

function endsWith(headers: readonly string[], report: Report): boolean {
  const columns = reportColumns[report]
  const last = headers.slice(-columns.length).map((header) => header.trim().toLowerCase())
  return columns.every((column, index) => column === last[index])
}

/** How many columns at the end of a file are those of reports, or of the given ones. */
export function countReportColumns(
  headers: readonly string[],
  reports: readonly Report[] = everyReport,
): number {
  const own = reports.find((report) => endsWith(headers, report))
  if (!own) return 0
  const { length } = reportColumns[own]
  return length + countReportColumns(headers.slice(0, -length), reports)
}

/** Where a file names the rows of an earlier import that its own correct; null when it is no report of lost values. */
export function findReferenceColumns(headers: readonly string[]): { importId: number; row: number } | null {
  const after = countReportColumns(headers, ['errors', 'leftOut', 'ragged'])
  const rest = headers.slice(0, headers.length - after)
  if (!endsWith(rest, 'losses')) return null
  const first = rest.length - reportColumns.losses.length
  return { importId: first, row: first + 1 }
}
