import type { Bytes } from './bytes.ts'

/** Yields whole rows as COPY writes them, some kilobytes at a time. */
export async function* readCopied(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of source) {
    const end = chunk.lastIndexOf(lineFeed) + 1
    if (end > 0)
      yield rest.length > 0 ? Buffer.concat([...rest, chunk.subarray(0, end)]) : chunk.subarray(0, end)
    if (end > 0) rest = []
    if (end < chunk.length) rest.push(chunk.subarray(end))
  }
}

const lineFeed = 0x0a
const backslash = 0x5c

/** Which formats a byte of a cell is special for; each writer checks its own. */
export const special = { copy: 1, csv: 2, xml: 4, underscore: 8, semicolon: 16 } as const
const endOfCell = 64
const endOfRow = 128

const meanings = new Uint8Array(256)
meanings.fill(special.xml, 0, 0x20)
for (const sign of '&<>') meanings[sign.charCodeAt(0)] = special.xml
meanings[0x5f] = special.underscore
meanings[0x3b] = special.semicolon
// The first byte of U+FFFE and U+FFFF, which XML does not allow.
meanings[0xef] = special.xml
for (const sign of '",') meanings[sign.charCodeAt(0)] = special.csv
meanings[backslash] = special.copy | special.csv | special.xml
meanings[0x09] = endOfCell
meanings[lineFeed] = endOfRow

/** Writes a cell that has a value; `marks` has the `special` bits of its bytes. */
export type WriteCell = (from: Buffer, start: number, end: number, marks: number, to: Bytes) => void

/** How a format joins rows. */
export interface RowShape {
  cells: readonly WriteCell[]
  begin?: (to: Bytes) => void
  /** Separates two cells. */
  between?: number
  /** Written for a cell without a value. */
  none: Buffer
  end: Buffer
}

/**
 * Writes up to `max` rows from a position in a chunk of `readCopied`. Works byte by byte: max bytes are copied
 * unchanged, and a million rows have half a billion of them.
 */
export function writeRows(from: Buffer, start: number, max: number, shape: RowShape, to: Bytes) {
  const { cells, begin, between, none, end } = shape
  let at = start
  let rows = 0
  for (; rows < max && at < from.length; rows += 1) {
    begin?.(to)
    for (let column = 0, over = false; !over; column += 1, at += 1) {
      if (column > 0 && between !== undefined) to.byte(between)
      const first = at
      let marks = 0
      let meaning = meanings[from[at]!]!
      while (meaning < endOfCell) {
        marks |= meaning
        at += 1
        meaning = meanings[from[at]!]!
      }
      over = meaning === endOfRow
      // "\N" is null.
      if (at === first || (at === first + 2 && from[first] === backslash && from[first + 1] === 0x4e))
        to.all(none)
      else cells[column]!(from, first, at, marks, to)
    }
    to.all(end)
  }
  return { at, rows }
}

const escaped: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Decodes the text of a cell. */
export function textOf(from: Buffer, start: number, end: number, marks: number): string {
  const text = from.toString('utf8', start, end)
  if ((marks & special.copy) === 0) return text
  return text.replace(/\\(.)/gs, (_, character: string) => escaped[character] ?? character)
}

const maxCached = 5000
const maxCachedLength = 400

/** Caches the output of repeated cells. */
export function cacheCells(make: (text: string) => Buffer): WriteCell {
  const made = new Map<string, Buffer>()
  return (from, start, end, marks, to) => {
    const key = from.toString('latin1', start, end)
    let known = made.get(key)
    if (!known) {
      known = make(textOf(from, start, end, marks))
      if (made.size >= maxCached) made.clear()
      if (key.length <= maxCachedLength) made.set(key, known)
    }
    to.all(known)
  }
}
