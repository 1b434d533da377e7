import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { t } from '#texts'
import { ImportFileError } from './import-file-error.ts'
import type { Row } from './table.ts'

/** A longer row is a quote that is never closed, swallowing the rest of the file. */
const maxRowCharacters = 1_000_000

export type Dialect = { encoding: string; delimiter: string }

/**
 * The records of a delimited text, blank ones included, one after the other at constant memory. Line ends may be
 * mixed; quotes are doubled inside quotes and harmless inside unquoted cells.
 * Throws `ImportFileError` for a quote that is never closed.
 */
export async function* readDelimited(path: string, { encoding, delimiter }: Dialect): AsyncGenerator<Row> {
  const parser = parse({
    delimiter,
    bom: true,
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
      const cells = record as string[]
      // "sep=;" tells Excel the delimiter; Ctrl-Z ended files under DOS.
      if (number === 1 && cells[0]?.startsWith('sep=') && cells.every((cell, index) => index === 0 || !cell))
        continue
      if (cells.length === 1 && cells[0] === '\u001a') continue
      yield { number, cells }
    }
  } catch (error) {
    throw describeCsvError(error, number)
  }
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
