import { t } from '#texts'
import { isBlank } from './cell-kind.ts'
import { detectDelimiter } from './detect-delimiter.ts'
import { detectEncoding } from './detect-encoding.ts'
import { findHeader, rowsForHeader } from './find-header.ts'
import { ImportFileError } from './import-file-error.ts'
import { leaveOutRows } from './leave-out-rows.ts'
import { readDelimited } from './read-delimited.ts'
import type { Row, Table } from './table.ts'

/** Opens a delimited text as a table. What is not given is detected. */
export async function openDelimited(
  path: string,
  given: { encoding?: string; delimiter?: string; headerRow?: number },
): Promise<Table> {
  const encoding = given.encoding ?? (await detectEncoding(path))
  const delimiter = given.delimiter ?? (await detectDelimiter(path, encoding))
  const dialect = { encoding, delimiter }
  const first: Row[] = []
  for await (const row of readDelimited(path, dialect)) {
    // The row above a chosen header may hold the names of its groups.
    if (isBlank(row.cells) || row.number < (given.headerRow ?? 0) - 1) continue
    first.push(row)
    if (first.length === rowsForHeader) break
  }
  const header = findHeader(first, given.headerRow)
  if (header.columns.length === 0) throw new ImportFileError('no_rows', t`The file holds no rows.`)
  return {
    format: delimiter === '\t' ? 'tsv' : 'csv',
    encoding,
    delimiter,
    sheets: null,
    sheet: null,
    headerRow: header.headerRow,
    columns: header.columns,
    rows: (options) => leaveOutRows(readDelimited(path, dialect), header, options),
  }
}
