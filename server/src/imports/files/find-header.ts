import { setImmediate } from 'node:timers/promises'
import { t } from '#texts'
import { isRecognisedHeader, matchHeader } from '../meaning/header-names.ts'
import { isBlank, kindOf } from './cell-kind.ts'
import type { Column, Row } from './table.ts'

/** How many filled rows from the top are enough to tell preamble, header and data apart. */
export const rowsForHeader = 120
const farthestHeader = 80
const rowsAtOnce = 5
/** Of a very wide table some cells tell as much as all, and all would keep a thread busy for seconds. */
const mostLookedAt = 300

export type Header = {
  /** From 1; 0 when there is none. */
  headerRow: number
  /** The rows up to and including this one are preamble or header. */
  lastHeaderRow: number
  columns: Column[]
}

type Weighed = { index: number; filled: number; known: number; score: number }

/**
 * Finds the header among the first rows: the fullest row of names, under whatever preamble, of one or two rows.
 * `forced` is the row a person chose, 0 for "no header". Without a header the columns are "Column 1", "Column 2".
 */
export async function findHeader(rows: Row[], forced?: number): Promise<Header> {
  const filled = rows.filter(({ cells }) => !isBlank(cells))
  if (forced !== undefined) return forcedHeader(filled, forced)
  const widths = filled.map(({ cells }) => countFilled(cells))
  await setImmediate()
  const [first, ...others] = await weighAll(filled, widths)
  if (!first) return { headerRow: 0, lastHeaderRow: 0, columns: [] }
  let best = first
  for (const candidate of others) {
    if (candidate.score > best.score && standsUnderPreamble(filled, widths, candidate)) best = candidate
  }
  if (best.known === 0 && (isLikeRowsBelow(filled, best.index) || isNameAmongNames(filled, best.index))) {
    const previous = filled[best.index - 1]?.number ?? 0
    return { headerRow: 0, lastHeaderRow: previous, columns: nameColumns([], filled.slice(best.index)) }
  }
  return headerAt(filled, isNamedAgain(filled, best.index) ? best.index + 1 : best.index)
}

/** Names for programs above names for people: both rows mean the same fields. */
function isNamedAgain(filled: Row[], index: number): boolean {
  const [top, second] = [filled[index]!, filled[index + 1]]
  if (second?.number !== top.number + 1 || filled.length < index + 3) return false
  const names = columnsToLookAt(second.cells)
  const alike = names.filter((column) => {
    const above = new Set(matchHeader(top.cells[column] ?? '').map(({ field }) => field))
    return matchHeader(second.cells[column]!).some(
      ({ field, confidence }) => confidence > 0.6 && above.has(field),
    )
  })
  return alike.length >= 2 && alike.length >= names.length * 0.7
}

function forcedHeader(filled: Row[], forced: number): Header {
  if (forced === 0) return { headerRow: 0, lastHeaderRow: 0, columns: nameColumns([], filled) }
  const index = filled.findIndex(({ number }) => number >= forced)
  if (index === -1) return { headerRow: forced, lastHeaderRow: forced, columns: [] }
  return headerAt(filled, index)
}

function headerAt(filled: Row[], index: number): Header {
  const { number, cells } = filled[index]!
  const below = filled.slice(index + 1)
  const second = below[0]
  if (second && second.number === number + 1 && isLegend(second.cells))
    return { headerRow: number, lastHeaderRow: second.number, columns: nameColumns(cells, below.slice(1)) }
  if (second && second.number === number + 1 && isSecondHeaderRow(cells, second.cells, below.slice(1))) {
    return {
      headerRow: number,
      lastHeaderRow: second.number,
      columns: nameColumns(joinRows(cells, second.cells), below.slice(1)),
    }
  }
  const above = filled[index - 1]
  const groups = above?.number === number - 1 ? spreadGroups(above.cells, cells.length) : []
  return { headerRow: number, lastHeaderRow: number, columns: nameColumns(withGroups(cells, groups), below) }
}

function weigh(rows: Row[], widths: number[], index: number): Weighed {
  const { cells } = rows[index]!
  const filled = widths[index]!
  const typical = median(widths.slice(index + 1, index + 21)) || filled
  const coverage = Math.min(1, filled / typical)
  const looked = columnsToLookAt(cells).map((column) => cells[column]!)
  const partOf = (count: number) => count / looked.length
  const known = partOf(looked.filter(isRecognisedHeader).length)
  const data = partOf(looked.filter((cell) => kindOf(cell) !== 'text' || cell.length > 80).length)
  const unique = partOf(new Set(looked.map((cell) => cell.trim().toLowerCase())).size)
  const contrast = partOf(contrastingColumns(cells, rows.slice(index + 1, index + 21)).length)
  const score = 2 * coverage + 3 * known * coverage - 2 * data + 0.5 * unique + contrast - index * 0.01
  return { index, filled, known: known * filled, score }
}

/** Lets requests in between: a preview opens its file in the thread that answers them. */
async function weighAll(rows: Row[], widths: number[]): Promise<Weighed[]> {
  const weighed: Weighed[] = []
  for (let index = 0; index < Math.min(rows.length, farthestHeader); index++) {
    weighed.push(weigh(rows, widths, index))
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
  }
  return weighed
}

/** The first filled columns of a row. */
function columnsToLookAt(cells: string[]): number[] {
  const columns: number[] = []
  for (let column = 0; column < cells.length && columns.length < mostLookedAt; column++)
    if (cells[column]!.trim() !== '') columns.push(column)
  return columns
}

/** The columns that hold text in this row but numbers, dates or addresses in most rows below. */
function contrastingColumns(cells: string[], below: Row[]): number[] {
  return columnsToLookAt(cells).filter((column) => {
    if (kindOf(cells[column]!) !== 'text') return false
    const values = below.map((row) => row.cells[column] ?? '').filter((value) => value.trim() !== '')
    const data = values.filter((value) => kindOf(value) !== 'text').length
    return data > values.length / 2
  })
}

/**
 * Rows of data above a header would be lost. So the names have to be unmistakable, or everything above has to be
 * sparser or at least free of numbers and dates in the columns that hold them below.
 */
function standsUnderPreamble(
  filled: Row[],
  widths: number[],
  { index, filled: width, known }: Weighed,
): boolean {
  if (known >= 2 && known >= width / 2) return true
  if (widths.slice(0, index).every((one) => one <= width * 0.6)) return true
  const above = filled.slice(0, index)
  const contrasting = contrastingColumns(filled[index]!.cells, filled.slice(index + 1, index + 21))
  return (
    contrasting.length > 0 &&
    above.every(({ cells }) => contrasting.every((column) => kindOf(cells[column] ?? '') === 'text'))
  )
}

function isLikeRowsBelow(filled: Row[], index: number): boolean {
  const below = filled.slice(index + 1, index + 21)
  const { cells } = filled[index]!
  const data = columnsToLookAt(cells).flatMap((column) => {
    const kind = kindOf(cells[column]!)
    return kind === 'text' ? [] : [{ kind, column }]
  })
  if (data.length === 0) return false
  const alike = data.filter(({ kind, column }) => {
    const values = below.map(({ cells }) => cells[column] ?? '').filter((value) => value.trim() !== '')
    return values.length === 0 || values.some((value) => kindOf(value) === kind)
  })
  return alike.length >= data.length / 2
}

const personName = /^\p{Lu}\p{Ll}+(?:[\s,]+[\p{Lu}\p{Ll}.'’-]+){0,2}[\s,]+\p{Lu}\p{Ll}+$/u

/** A person's name where most rows below have one too. */
function isNameAmongNames(filled: Row[], index: number): boolean {
  const below = filled.slice(index + 1, index + 21)
  const { cells } = filled[index]!
  return columnsToLookAt(cells).some((column) => {
    if (!personName.test(cells[column]!.trim())) return false
    const values = below.map(({ cells }) => cells[column]?.trim() ?? '').filter((value) => value !== '')
    return values.length > 0 && values.filter((value) => personName.test(value)).length >= values.length * 0.8
  })
}

/** A second row that fills gaps of the first ("Contact" over "E-mail" and "Phone") and is no data. */
function isSecondHeaderRow(top: string[], second: string[], below: Row[]): boolean {
  const names = columnsToLookAt(second).map((column) => second[column]!)
  if (names.length === 0 || below.length === 0) return false
  if (names.some((cell) => kindOf(cell) !== 'text' || cell.length > 60)) return false
  if (names.filter(isRecognisedHeader).length < names.length / 2) return false
  const fillsGap = second.some((cell, column) => cell.trim() !== '' && !top[column]?.trim())
  return (
    fillsGap && countFilled(second) < Math.max(...below.slice(0, 20).map(({ cells }) => countFilled(cells)))
  )
}

/** "(text)", "[required]": what is to stand in each column. */
function isLegend(cells: string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 1 && filled.every((cell) => /^\s*(?:\(.*\)|\[.*\]|<.*>|\{.*\})\s*$/.test(cell))
}

function joinRows(top: string[], second: string[]): string[] {
  const groups = spreadGroups(top, Math.max(top.length, second.length))
  return groups.map((group, column) => {
    const name = second[column]?.trim() ?? ''
    return name === '' ? (top[column] ?? '') : `${group} ${name}`.trim()
  })
}

/** A group's name stands over its first column only. */
function spreadGroups(cells: string[], width: number): string[] {
  let group = ''
  return Array.from({ length: width }, (_, column) => {
    group = cells[column]?.trim() || group
    return group
  })
}

/** Repeated names get the name of the group they stand under, where there is one. */
function withGroups(cells: string[], groups: string[]): string[] {
  if (new Set(groups).size < 2) return cells
  const times = Map.groupBy(cells, (cell) => cell.trim().toLowerCase())
  return cells.map((cell, column) => {
    const group = groups[column]
    const isRepeated = cell.trim() !== '' && times.get(cell.trim().toLowerCase())!.length > 1
    return isRepeated && group ? `${group} ${cell.trim()}` : cell
  })
}

function nameColumns(cells: string[], data: Row[]): Column[] {
  const width = Math.max(0, lastFilled(cells), ...data.map((row) => lastFilled(row.cells)))
  const taken = new Set<string>()
  const times = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const original = cells[index] ?? ''
    const name = original.replace(/[\s\u00a0\ufeff]+/g, ' ').trim() || t`Column ${index + 1}`
    let time = times.get(name) ?? 1
    let header = name
    for (; taken.has(header); header = `${name} (${time})`) time++
    times.set(name, time)
    taken.add(header)
    return { index, header, original }
  })
}

function lastFilled(cells: string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1
}

function countFilled(cells: string[]): number {
  return cells.reduce((count, cell) => (cell.trim() === '' ? count : count + 1), 0)
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
