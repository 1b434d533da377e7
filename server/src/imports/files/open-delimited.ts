import { open } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { t } from '#texts'
import { isBlank, isRule, kindOf } from './cell-kind.ts'
import { detectDelimiter } from './detect-delimiter.ts'
import { detectEncoding } from './detect-encoding.ts'
import { detectQuoting } from './detect-quoting.ts'
import { findHeader, type Header, rowsForHeader } from './find-header.ts'
import { ImportFileError } from './import-file-error.ts'
import { leaveOutRows } from './leave-out-rows.ts'
import { type Dialect, readDelimited } from './read-delimited.ts'
import type { Row, Table } from './table.ts'

const sampleBytes = 64 * 1024

/** Opens a delimited text as a table. What is not given is detected. */
export async function openDelimited(
  path: string,
  given: { encoding?: string; delimiter?: string; headerRow?: number },
): Promise<Table> {
  const encoding = given.encoding ?? (await detectEncoding(path))
  const sample = await readSample(path, encoding)
  const quoting = detectQuoting(sample)
  const delimiter = given.delimiter ?? (await detectDelimiter({ path, encoding, quoting, sample }))
  const dialect = { encoding, delimiter, quoting }
  const first: Row[] = []
  for await (const row of readDelimited(path, dialect)) {
    // The row above a chosen header may hold the names of its groups.
    if (isBlank(row.cells) || isRule(row.cells) || row.number < (given.headerRow ?? 0) - 1) continue
    first.push(row)
    if (first.length === rowsForHeader) break
  }
  refuseFixedWidth(first)
  const header = await findHeader(first, given.headerRow)
  if (header.columns.length === 0) throw new ImportFileError('no_rows', t`The file contains no rows.`)
  const width = header.columns.length
  const lengths = usualLengths(first, header)
  return {
    format: delimiter === '\t' ? 'tsv' : 'csv',
    encoding,
    delimiter,
    sheets: null,
    sheet: null,
    headerRow: header.headerRow,
    columns: header.columns,
    rows: (options) =>
      leaveOutRows(markRagged(refuseSwallowed(path, dialect, width), lengths), header, options),
  }
}

async function readSample(path: string, encoding: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
    const text = iconv.decode(buffer.subarray(0, bytesRead), encoding)
    // The last line is cut somewhere.
    return bytesRead < sampleBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text
  } finally {
    await file.close()
  }
}

/** Columns that are held apart by blanks alone are no cells. */
function refuseFixedWidth(rows: Row[]) {
  const gaps = rows.filter(({ cells }) => cells.length === 1 && /\S {2,}\S.* {2,}\S/.test(cells[0]!))
  if (rows.length < 2 || gaps.length < rows.length * 0.8) return
  throw new ImportFileError(
    'not_a_table',
    t`The columns are separated only by spaces. Open the file in your spreadsheet app and save it as .xlsx or CSV.`,
  )
}

/** Programs may leave out blank cells at the end of rows, or end each row with a delimiter. */
function usualLengths(first: Row[], { headerRow, lastHeaderRow, columns }: Header) {
  const header = first.find(({ number }) => number === headerRow)?.cells.length ?? columns.length
  const rows = first.filter(({ number }) => number > lastHeaderRow)
  const byLength = Map.groupBy(rows, ({ cells }) => cells.length)
  const common = [...byLength].find(([, ofLength]) => rows.length > 2 && ofLength.length > rows.length / 2)
  return { header, usual: new Set([header, ...(common ? [common[0]] : [])]) }
}

async function* markRagged(
  rows: AsyncIterable<Row>,
  { header, usual }: ReturnType<typeof usualLengths>,
): AsyncGenerator<Row> {
  for await (const row of rows) {
    const cells = row.cells.length
    yield usual.has(cells) ? row : { ...row, ragged: { cells, header } }
  }
}

/** A quote that is opened in one row and closed by that of a later one takes the rows between into a cell. */
async function* refuseSwallowed(path: string, dialect: Dialect, width: number): AsyncGenerator<Row> {
  for await (const row of readDelimited(path, dialect)) {
    if (width > 1 && row.cells.some((cell) => holdsRows(cell, dialect.delimiter, width)))
      throw new ImportFileError(
        'unclosed_quote',
        t`A quotation mark opened in row ${row.number} is not closed, so the rows below become one cell. Close or remove it.`,
      )
    yield row
  }
}

/** Lines with as many cells as the table and somebody's address in them; fewer are enough where it is wide. */
function holdsRows(cell: string, delimiter: string, width: number): boolean {
  if (cell.length < 20 || !cell.includes('\n')) return false
  // The first line is what the cell was to hold, the last one the beginning of another row.
  const lines = cell.split(/\r?\n/).slice(1, -1)
  const rows = lines.map((line) => line.split(delimiter)).filter((cells) => cells.length === width)
  if (rows.length < lines.length * 0.8) return false
  const ofPeople = rows.filter((cells) =>
    cells.some((one) => ['email', 'url', 'phone'].includes(kindOf(one))),
  )
  return ofPeople.length >= Math.max(1, 5 - width) || (width > 3 && rows.length >= 5)
}
