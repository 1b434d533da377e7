import { isRecognisedHeader } from '../meaning/header-names.ts'
import { ImportFileError } from './import-file-error.ts'
import { type Dialect, readDelimited } from './read-delimited.ts'

const usual = [',', ';', '\t', '|']
const rare = ['^', '~', '\u0001', '\u001f', '\u001e', '¦', ':']
const sampleRows = 100
/** Each delimiter is tried on so much. Blank lines and cells are no rows, so these could be the whole file. */
const sampleBytes = 1024 * 1024
/** What stands above a table, at most. */
const headerWithin = 20
/** Decimal commas part most rows of a table alike, but not its header. */
const headerWeight = 1.5

type File = Omit<Dialect, 'delimiter'> & { path: string; sample: string }

/**
 * The delimiter under which most of the first rows have one width above 1, wider ones and those that make names of
 * fields first; any sign or signs may be it. For a file of one column it is one that leaves the cells whole.
 */
export async function detectDelimiter(file: File): Promise<string> {
  const declared = /^\ufeff?"?sep=([^"\r\n])/i.exec(file.sample)?.[1]
  if (declared && regularity(await firstRecords(file, declared), declared) > 0) return declared
  for (const delimiters of [usual, rare]) {
    let best = { delimiter: '', score: 0 }
    for (const delimiter of delimiters) {
      const records = await firstRecords(file, delimiter)
      const score = regularity(records, delimiter) * (hasHeader(records) ? headerWeight : 1)
      if (score > best.score) best = { delimiter, score }
    }
    if (best.score > 0) return widen(best.delimiter, file)
  }
  return delimiterOfSigns(file.sample) ?? delimiterOfOneColumn(file)
}

/** "a||b" or "a~|~b" everywhere: all of it parts the cells. */
async function widen(delimiter: string, file: File): Promise<string> {
  const lines = linesOf(file.sample).filter((line) => line.includes(delimiter))
  const around = lines.flatMap((line) => {
    const parts = line.split(delimiter)
    return parts.slice(1).map((part, index) => [parts[index]!.at(-1) ?? '', part.at(0) ?? ''] as const)
  })
  const same = (side: 0 | 1) => {
    const sign = around[0]?.[side] ?? ''
    return /^[^\p{L}\p{N}\s"']$/u.test(sign) && around.every((pair) => pair[side] === sign) ? sign : ''
  }
  const doubled = delimiter === ',' ? undefined : await repeated(delimiter, file)
  if (doubled) return doubled
  const [before, after] = [same(0), same(1)]
  return before !== '' && before === after ? before + delimiter + after : delimiter
}

/** Rather than a column that is always blank, or holds one sign only, in every second place. */
async function repeated(delimiter: string, file: File): Promise<string | undefined> {
  const records = await firstRecords(file, delimiter)
  const between = records[0]?.[1] ?? ''
  const isAlways = records.every(
    (cells) => cells.length > 1 && cells.every((cell, index) => index % 2 === 0 || cell === between),
  )
  return isAlways && /^[^\p{L}\p{N}\s]?$/u.test(between) ? delimiter + between + delimiter : undefined
}

function linesOf(sample: string): string[] {
  return sample
    .split(/\r\n|\n|\r/)
    .slice(0, sampleRows)
    .filter((line) => line.trim() !== '')
}

/** Signs that stand equally often in every line, under a header whose parts they make are names of fields. */
function delimiterOfSigns(sample: string): string | undefined {
  const [header = '', ...others] = linesOf(sample)
  const candidates = new Set(header.match(/[^\p{L}\p{N}\s"'()_.-]+/gu))
  return [...candidates]
    .map((delimiter) => ({ delimiter, parts: header.split(delimiter) }))
    .filter(
      ({ delimiter, parts }) =>
        others.length > 0 &&
        parts.some((part) => isRecognisedHeader(part)) &&
        others.every((line) => line.split(delimiter).length === parts.length),
    )
    .sort((a, b) => b.parts.length - a.parts.length)[0]?.delimiter
}

/** One that occurs nowhere in the first rows. */
async function delimiterOfOneColumn(file: File): Promise<string> {
  for (const delimiter of [',', ';', '|']) {
    const records = await firstRecords(file, delimiter)
    if (records.every(({ length }) => length === 1)) return delimiter
  }
  return '\u001f'
}

async function firstRecords({ path, ...dialect }: File, delimiter: string): Promise<string[][]> {
  const records: string[][] = []
  try {
    for await (const { cells } of readDelimited(path, { ...dialect, delimiter }, { maxBytes: sampleBytes })) {
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

/** Whether one of the first rows holds names of several fields. */
function hasHeader(records: readonly string[][]): boolean {
  return records
    .slice(0, headerWithin)
    .some((cells) => cells.slice(0, 100).filter((cell) => isRecognisedHeader(cell)).length >= 2)
}

/** "Name" above "Muller, Marie": the comma belongs to the cell. */
function isOneColumnOfProse(records: string[][], delimiter: string): boolean {
  const [first, ...others] = records
  if (first?.length !== 1 || others.length === 0 || !isRecognisedHeader(first[0]!)) return false
  return delimiter === ',' && others.every((cells) => cells.slice(1).every((cell) => /^\s/.test(cell)))
}
