import { safeCell } from '../files/safe-cell.ts'
import { Bytes } from './bytes.ts'
import type { ExportColumn, ExportProgress } from './export-column.ts'
import { createLocalClock, forDays, forEachMinute } from './local-clock.ts'
import { cacheCells, special, textOf, type WriteCell, writeRows } from './read-copied.ts'

const byteOrderMark = '\ufeff'
const apostrophe = 0x27
const comma = 0x2c
const quote = 0x22

/** What a cell that begins with this byte may be: a formula, or one to check as text. */
const sign = 1
const uncertain = 2
const beginnings = new Uint8Array(256)
for (const byte of '=+-@') beginnings[byte.charCodeAt(0)] = sign
// Control characters, blanks and apostrophes may precede a sign.
beginnings.fill(uncertain, 0, 0x21)
for (const byte of [apostrophe, 0x7f, 0xc2, 0xe1, 0xe2, 0xe3, 0xef]) beginnings[byte] = uncertain

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const writeText: WriteCell = (from, start, end, marks, to) => {
  const beginning = beginnings[from[start]!]
  if (beginning === uncertain || marks & (special.copy | special.semicolon)) {
    to.text(quoted(safeCell(textOf(from, start, end, marks))))
    return
  }
  const inQuotes = (marks & special.csv) !== 0
  if (inQuotes) to.byte(quote)
  if (beginning === sign) to.byte(apostrophe)
  if (!inQuotes) {
    to.part(from, start, end)
    return
  }
  for (let at = start; at < end; at += 1) {
    if (from[at] === quote) to.byte(quote)
    to.byte(from[at]!)
  }
  to.byte(quote)
}

const clockTimes = forEachMinute((hours, minutes) => {
  const [hh, mm] = [String(hours).padStart(2, '0'), String(minutes).padStart(2, '0')]
  return ` ${hh}:${mm}`
})

function createWriters(columns: readonly ExportColumn[], timezone: string): WriteCell[] {
  const localClock = createLocalClock(timezone)
  const dates = forDays((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
  return columns.map(({ kind, format }): WriteCell => {
    if (format) return cacheCells((text) => Buffer.from(quoted(safeCell(format(text)))))
    if (kind === 'text') return writeText
    if (kind === 'number') return (from, start, end, _, to) => to.part(from, start, end)
    // 2026-03-29 23:30, which spreadsheet programs understand.
    return (from, start, _end, _marks, to) => {
      const { day, minute } = localClock(from, start)
      to.all(dates(day))
      if (kind === 'time') to.all(clockTimes[minute]!)
    }
  })
}

/** Writes rows as CSV in UTF-8, with times in the timezone. No cell, nor a part of one, can become a formula. */
export async function* writeCsv(
  columns: readonly ExportColumn[],
  rows: AsyncIterable<Buffer>,
  progress: ExportProgress,
  { bom, timezone }: { bom: boolean; timezone: string },
): AsyncGenerator<Buffer> {
  const shape = {
    cells: createWriters(columns, timezone),
    between: comma,
    none: Buffer.alloc(0),
    end: Buffer.from('\r\n'),
  }
  const headers = columns.map(({ header }) => quoted(safeCell(header))).join(',')
  yield Buffer.from(`${bom ? byteOrderMark : ''}${headers}\r\n`)
  for await (const some of rows) {
    const to = new Bytes(some.length + 4096)
    progress.rows += writeRows(some, 0, Number.POSITIVE_INFINITY, shape, to).rows
    yield to.taken()
  }
}
