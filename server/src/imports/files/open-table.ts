import iconv from 'iconv-lite'
import { t } from '#texts'
import { ImportFileError } from './import-file-error.ts'
import { openDelimited } from './open-delimited.ts'
import { recogniseFormat } from './recognise-format.ts'
import type { Table } from './table.ts'

export type OpenTableOptions = {
  /** A worksheet's name; without it the one that looks most like people. */
  sheet?: string
  encoding?: string
  delimiter?: string
  /** From 1; 0 for a file without a header. */
  headerRow?: number
}

/**
 * Opens a CSV, TSV, text or XLSX file as a table, whatever it is called: format, encoding, delimiter, sheet and
 * header are found by content where they are not given. Reads at constant memory, here and in `rows`. Throws
 * `ImportFileError` with one sentence for files that cannot be imported.
 */
export async function openTable(path: string, options: OpenTableOptions = {}): Promise<Table> {
  const { sheet, ...given } = options
  if (given.encoding !== undefined && !iconv.encodingExists(given.encoding)) {
    throw new ImportFileError('encoding', t`Unknown encoding “${given.encoding}”.`)
  }
  const format = await recogniseFormat(path)
  return format === 'xlsx'
    ? (await import('./xlsx/open-workbook.ts')).openWorkbook(path, { sheet, headerRow: given.headerRow })
    : openDelimited(path, given)
}
