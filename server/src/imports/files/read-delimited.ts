import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { CsvError, type Parser, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { t } from '#texts'
import { isBlank } from './cell-kind.ts'
import { ImportFileError } from './import-file-error.ts'
import type { Row } from './table.ts'

/** A longer row is a quote that is never closed, swallowing the rest of the file. */
const maxRowCharacters = 1_000_000
/** As many as a worksheet has. */
const mostColumns = 16_384
/** As many as a worksheet has rows. A hundred megabytes of line breaks would take minutes to read. */
const mostBlankRows = 1_048_576
/** The parser takes some milliseconds for this, without a pause. */
const chunkBytes = 64 * 1024

export type Quoting = {
  quote: '"' | "'"
  /** What stands before a quote inside quotes; null for another quote. */
  escape: '\\' | null
  /** Whether blanks stand around quoted cells. */
  trim: boolean
  /** Whether each line is quoted as a whole. */
  wrapped: boolean
  /** Whether UTF-8 was taken for windows-1252 and saved again: "HÃ©lÃ¨ne". */
  garbled: boolean
}

export const usualQuoting: Quoting = { quote: '"', escape: null, trim: false, wrapped: false, garbled: false }

export type Dialect = { encoding: string; delimiter: string; quoting?: Quoting }

/**
 * The records of a delimited text, but for empty lines, which only count, one after the other at constant memory. Line ends may be
 * mixed; quotes are doubled inside quotes and harmless inside unquoted cells.
 * With `maxBytes`, reads only the beginning. Throws `ImportFileError` for a quote that is never closed, and for more columns or blank
 * rows than a worksheet has.
 */
export async function* readDelimited(
  path: string,
  dialect: Dialect,
  { maxBytes = Number.POSITIVE_INFINITY }: { maxBytes?: number } = {},
): AsyncGenerator<Row> {
  const { encoding, delimiter, quoting = usualQuoting } = dialect
  let records: string[][] = []
  const parser = parse({
    delimiter,
    bom: true,
    quote: quoting.quote,
    escape: quoting.escape ?? quoting.quote,
    trim: quoting.trim && delimiter !== '\t',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: maxRowCharacters,
    // Read as a stream, the parser would drop the records it still holds when it comes upon an error.
    on_record: (record: string[]) => {
      records.push(record)
      return null
    },
  })

  let number = 0
  let blank = 0
  for await (const error of parseChunks(parser, readText(path, encoding, maxBytes))) {
    for (const record of records) {
      number++
      let cells = record
      if (quoting.wrapped) cells = unwrap(cells, delimiter)
      if (quoting.garbled) cells = cells.map((cell) => restoreGarbled(cell) ?? cell)
      // "sep=;" tells Excel the delimiter; Ctrl-Z ended files under DOS.
      if (number === 1 && isDeclaration(cells)) continue
      if (isBlank(cells) && ++blank > mostBlankRows) throw tooManyBlankRows()
      if (cells.length > mostColumns) cells = withoutBlankEnd(cells)
      if (cells.length === 1 && (cells[0] === '' || cells[0] === '\u001a')) continue
      yield { number, cells }
    }
    records = []
    if (error) throw describeCsvError(error, number)
  }
}

function readText(path: string, encoding: string, maxBytes: number): AsyncIterable<Buffer | string> {
  const file = createReadStream(path, { highWaterMark: chunkBytes, end: maxBytes - 1 })
  if (encoding === 'utf-8') return file
  const decoder = iconv.decodeStream(encoding) as NodeJS.ReadWriteStream
  const ignoreHere = () => {} // whoever reads the decoder is told
  pipeline(file, decoder, ignoreHere)
  return decoder as unknown as AsyncIterable<string>
}

/** Comes back after each part of the text, and after its end, with what the parser found wrong in it. */
async function* parseChunks(
  parser: Parser,
  text: AsyncIterable<Buffer | string>,
): AsyncGenerator<Error | null | undefined> {
  parser.on('error', () => {}).resume()
  for await (const chunk of text) {
    yield await new Promise<Error | null | undefined>((done) => parser.write(chunk, done))
  }
  yield await new Promise<Error | null | undefined>((done) => parser.end(done))
}

/** A row of a million cells, blank or not, takes 8 MB, and who finds the delimiter holds a hundred rows. */
function withoutBlankEnd(cells: string[]): string[] {
  const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (width > mostColumns)
    throw new ImportFileError(
      'too_many_columns',
      t`The table has ${width} columns, but at most ${mostColumns} can be imported. Check how the file was saved.`,
    )
  return cells.slice(0, width)
}

function tooManyBlankRows(): ImportFileError {
  return new ImportFileError(
    'no_rows',
    t`The file has more than a million blank rows. Delete them, save the file and try again.`,
  )
}

function isDeclaration(cells: string[]): boolean {
  return /^\ufeff?sep=/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '')
}

/** What a text was before its UTF-8 was taken for windows-1252; null when it never was. */
export function restoreGarbled(text: string): string | null {
  if (!/[\u00c2-\u00f4][^\p{ASCII}]/u.test(text)) return null
  const bytes = iconv.encode(text, 'windows-1252')
  // What windows-1252 does not have becomes a question mark.
  if (!isUtf8(bytes) || iconv.decode(bytes, 'windows-1252') !== text) return null
  return bytes.toString('utf8')
}

/** The cells of a line that was quoted as a whole. */
function unwrap(record: string[], delimiter: string): string[] {
  const [line = '', ...others] = record
  if (!line.includes(delimiter) || others.some((cell) => cell !== '')) return record
  return parseAtOnce(line, { delimiter, relax_quotes: true, relax_column_count: true })[0] ?? record
}

function describeCsvError(error: unknown, rowsRead: number): unknown {
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new ImportFileError(
      'row_too_long',
      t`Row ${rowsRead + 1} is longer than a million characters. A quotation mark in it is probably never closed.`,
    )
  }
  return new ImportFileError(
    'unclosed_quote',
    t`A quotation mark opened in row ${rowsRead + 1} is never closed.`,
  )
}
