import { isNoValue } from '../../contact-formats/no-value.ts'
import { type CellKind, isBlank, isRule, kindOf } from './cell-kind.ts'
import type { Header } from './find-header.ts'
import { findPeople, type PeopleFinder } from './find-people.ts'
import { isSummary, pageEnd } from './footnote-words.ts'
import type { LeftOutReason, Row, RowsOptions } from './table.ts'

/** Rows held back at most, until it is known whether the table goes on below them. */
const longestFooter = 20
/** Rows from which the kinds of a column are learnt. */
const rowsToLearnFrom = 500

/** However many rulings and headers follow a row that may be a note: with more, it is data. */
const mostHeld = 1000

/** A filled row under the header, with why it is no data. */
interface JudgedRow {
  row: Row
  why: LeftOutReason | null
}

/**
 * The data rows of a table: not its header, blank rows, rulings, a header repeated further down, nor the notes and totals
 * below it, unless a person took such a row in. Each row at the end is judged by itself and left out only on evidence. A
 * row with contact data, or with as many filled cells as usual, is always data.
 * `tableEnd` is the last row that the workbook itself declares to be of the table.
 */
export async function* leaveOutRows(
  rows: AsyncIterable<Row>,
  header: Header,
  { after = 0, onLeftOut, takeIn }: RowsOptions = {},
  tableEnd?: number,
): AsyncGenerator<Row> {
  for await (const { row, why } of judgeRows(rows, header, tableEnd)) {
    if (row.number <= after) continue
    if (why === null || takeIn?.(row.number)) yield row
    else onLeftOut?.(row, why)
  }
}

/** `isApart`: one cell behind a blank row. Before a repeated header it is the title of the next table. */
type HeldRow = JudgedRow & { isApart: boolean }

/** Every filled row under the header, in the order of the file. */
async function* judgeRows(
  rows: AsyncIterable<Row>,
  header: Header,
  tableEnd: number | undefined,
): AsyncGenerator<JudgedRow> {
  const width = header.columns.length
  const kinds = learnKinds(width)
  const people = await findPeople(header)
  const headers = header.columns.map(({ original }) => fold(original))
  const isHeader = ({ cells }: Row) =>
    header.headerRow > 0 && width > 1 && headers.every((name, index) => name === fold(cells[index] ?? ''))
  const whyAnywhere = (row: Row): LeftOutReason | null => {
    if (isRule(row.cells)) return 'ruling'
    if (isHeader(row)) return 'header_again'
    return isPageEnd(row, width) && !people.identifies(row) ? 'below_table' : null
  }
  /** The last rows: suspects, and what is left out among them. */
  const held: HeldRow[] = []
  let suspects = 0
  let previous = header.lastHeaderRow

  for await (const row of rows) {
    if (row.number <= header.lastHeaderRow || isBlank(row.cells)) continue
    while (row.cells.length < width) row.cells.push('')
    const why = whyAnywhere(row)
    const last = held.at(-1)
    if (why === 'header_again' && last?.why === null && last.isApart && !people.identifies(last.row)) {
      suspects--
      last.why = why
    }
    const isApart = row.number > previous + 1 && row.cells.filter((cell) => cell.trim() !== '').length === 1
    previous = row.number
    const isHeld = why !== null || isSuspect(row, width)
    if (isHeld) {
      if (why === null) suspects++
      held.push({ row, why, isApart })
    } else {
      kinds.learn(row)
      people.learn(row)
    }
    const canStay = isHeld && held.length <= mostHeld
    while (held.length > 0 && (!canStay || suspects > longestFooter || held[0]!.why !== null)) {
      const first = held.shift()!
      if (first.why === null) suspects--
      yield first
    }
    if (!isHeld) yield { row, why: null }
  }

  const open = held.flatMap(({ row, why }) => (why === null ? [row] : []))
  const areNotes = judgeNotes(open, kinds.contradicts, people, tableEnd)
  const notes = new Set(open.filter((_, index) => areNotes[index]))
  for (const { row, why } of held) yield { row, why: why ?? (notes.has(row) ? 'below_table' : null) }
}

function fold(header: string): string {
  return header.trim().toLowerCase()
}

function isPageEnd({ cells }: Row, width: number): boolean {
  const first = cells.find((cell) => cell !== '' && cell.trim() !== '') ?? ''
  if (width < 2 || first.length > 80 || !pageEnd.test(first.trim())) return false
  return cells.filter((cell) => cell.trim() !== '').length <= Math.max(2, width / 2)
}

/** Few cells for this table, or words of a summary: a note below the table would look like this. */
function isSuspect({ cells }: Row, width: number): boolean {
  let filled = 0
  let first = ''
  for (const cell of cells) {
    if (cell === '' || cell.trim() === '') continue
    if (filled === 0) first = cell
    filled++
  }
  if (width >= 3 && filled <= Math.max(1, Math.floor(width / 3))) return true
  // Sums leave something blank.
  return (filled < width || width < 3) && isSummary(first.trim())
}

/** For each of the last rows, whether it is a note. A note makes only bare words after it notes, never a person. */
function judgeNotes(
  held: Row[],
  contradicts: (row: Row) => boolean,
  people: PeopleFinder,
  tableEnd: number | undefined,
): boolean[] {
  const contradicting = held.filter(contradicts).length
  // Notes run on over several rows: some of them hit upon columns where text is at home.
  const areScattered = contradicting > 0 && contradicting >= held.length / 2 && !held.some(people.identifies)
  let wasNote = areScattered
  return held.map((row, index) => {
    const filled = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    if (people.identifies(row) || (people.isFull(row) && !people.isTotal(row))) return false
    const previous = held[index - 1]?.number
    const isApart = previous === undefined || row.number > previous + 1
    const isProse = filled.length === 1 && filled[0]!.split(/\s+/).length >= 5
    const isNote =
      isSummary(filled[0]!) ||
      (tableEnd !== undefined && row.number > tableEnd && (filled.length === 1 || !people.names(row))) ||
      (!people.names(row) && (wasNote || contradicts(row) || (isApart && isProse)))
    wasNote ||= isNote
    return isNote
  })
}

/** Learns which columns hold one kind of value only, and tells rows with text in such a column. */
function learnKinds(width: number) {
  const filled = new Array<number>(width).fill(0)
  const tally = Array.from({ length: width }, () => new Map<CellKind, number>())
  let learnt = 0
  return {
    learn({ cells }: Row) {
      if (learnt >= rowsToLearnFrom) return
      learnt++
      for (let column = 0; column < width; column++) {
        const cell = cells[column]!
        if (cell === '' || cell.trim() === '') continue
        const kind = kindOf(cell)
        filled[column]!++
        tally[column]!.set(kind, (tally[column]!.get(kind) ?? 0) + 1)
      }
    },
    contradicts({ cells }: Row): boolean {
      return tally.some((counts, column) => {
        const cell = cells[column]?.trim() ?? ''
        if (cell === '' || filled[column]! < 3 || kindOf(cell) !== 'text' || !/\p{L}{2}/u.test(cell))
          return false
        if (isNoValue(cell)) return false
        const ofOneKind = Math.max(
          0,
          ...[...counts].filter(([kind]) => kind !== 'text').map(([, count]) => count),
        )
        return ofOneKind >= filled[column]! * 0.95
      })
    },
  }
}
