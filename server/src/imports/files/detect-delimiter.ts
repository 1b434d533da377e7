import { open } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { isRecognisedHeader } from '../meaning/header-names.ts'
import { ImportFileError } from './import-file-error.ts'
import { readDelimited } from './read-delimited.ts'

const usual = [',', ';', '\t', '|']
const rare = ['^', '~', '\u0001', '\u001f', '¦', ':']
const sampleRows = 100

/**
 * The delimiter under which most of the first rows have one width above 1, wider ones first. For a file of one
 * column it is one that leaves the cells whole.
 */
export async function detectDelimiter(path: string, encoding: string): Promise<string> {
  const declared = await declaredDelimiter(path, encoding)
  if (declared) return declared
  for (const delimiters of [usual, rare]) {
    let best = { delimiter: '', score: 0 }
    for (const delimiter of delimiters) {
      const score = regularity(await firstRecords(path, encoding, delimiter), delimiter)
      if (score > best.score) best = { delimiter, score }
    }
    if (best.delimiter === '|' && (await isDoubled(path, encoding))) return '||'
    if (best.score > 0) return best.delimiter
  }
  return delimiterOfOneColumn(path, encoding)
}

/** "a||b" everywhere: two bars part the cells, rather than one bar around a column that is always blank. */
async function isDoubled(path: string, encoding: string): Promise<boolean> {
  const records = await firstRecords(path, encoding, '|')
  return records.every(
    (cells) => cells.length > 1 && cells.every((cell, index) => index % 2 === 0 || cell === ''),
  )
}

/** One that occurs nowhere in the first rows. */
async function delimiterOfOneColumn(path: string, encoding: string): Promise<string> {
  for (const delimiter of [',', ';', '|']) {
    const records = await firstRecords(path, encoding, delimiter)
    if (records.every(({ length }) => length === 1)) return delimiter
  }
  return '\u001f'
}

/** A first line such as "sep=;", which Excel understands. */
async function declaredDelimiter(path: string, encoding: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    return /^sep=(.)(?:[\r\n]|$)/.exec(iconv.decode(buffer.subarray(0, bytesRead), encoding))?.[1]
  } finally {
    await file.close()
  }
}

async function firstRecords(path: string, encoding: string, delimiter: string): Promise<string[][]> {
  const records: string[][] = []
  try {
    for await (const { cells } of readDelimited(path, { encoding, delimiter })) {
      if (cells.some((cell) => cell.trim())) records.push(cells)
      if (records.length === sampleRows) break
    }
  } catch (error) {
    // A wrong delimiter can run into quotes that the right one reads well; the right one complains later.
    if (!(error instanceof ImportFileError)) throw error
  }
  return records
}

function regularity(records: string[][], delimiter: string): number {
  const rowsOfWidth = new Map<number, number>()
  for (const { length } of records)
    if (length > 1) rowsOfWidth.set(length, (rowsOfWidth.get(length) ?? 0) + 1)
  let best = 0
  for (const [width, rows] of rowsOfWidth) {
    best = Math.max(best, (rows / records.length) * (1 + Math.log2(width) / 4))
  }
  return isOneColumnOfProse(records, delimiter) ? 0 : best
}

/** "Name" above "Muller, Marie": the comma belongs to the cell. */
function isOneColumnOfProse(records: string[][], delimiter: string): boolean {
  const [first, ...others] = records
  if (first?.length !== 1 || others.length === 0 || !isRecognisedHeader(first[0]!)) return false
  return delimiter === ',' && others.every((cells) => cells.slice(1).every((cell) => /^\s/.test(cell)))
}
