import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { t } from '#texts'
import { ImportFileError } from './import-file-error.ts'
import type { Row } from './table.ts'

/** A longer row is a quote that is never closed, swallowing the rest of the file. */
const maxRowCharacters = 1_000_000

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
 * The records of a delimited text, blank ones included, one after the other at constant memory. Line ends may be
 * mixed; quotes are doubled inside quotes and harmless inside unquoted cells.
 * Throws `ImportFileError` for a quote that is never closed.
 */
export async function* readDelimited(path: string, dialect: Dialect): AsyncGenerator<Row> {
  const { encoding, delimiter, quoting = usualQuoting } = dialect
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
  })
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  const ignoreHere = () => {} // the error reaches the loop below through the parser
  if (encoding === 'utf-8') pipeline(file, parser, ignoreHere)
  else pipeline(file, iconv.decodeStream(encoding) as unknown as NodeJS.ReadWriteStream, parser, ignoreHere)

  let number = 0
  try {
    for await (const record of parser as Readable) {
      number++
      let cells = record as string[]
      if (quoting.wrapped) cells = unwrap(cells, delimiter)
      if (quoting.garbled) cells = cells.map((cell) => restoreGarbled(cell) ?? cell)
      // "sep=;" tells Excel the delimiter; Ctrl-Z ended files under DOS.
      if (number === 1 && isDeclaration(cells)) continue
      if (cells.length === 1 && cells[0] === '\u001a') continue
      yield { number, cells }
    }
  } catch (error) {
    throw describeCsvError(error, number)
  }
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
      t`Row ${rowsRead + 1} is longer than a million characters; most likely a quote in it is never closed.`,
    )
  }
  return new ImportFileError('unclosed_quote', t`The quote opened in row ${rowsRead + 1} is never closed.`)
}
