import { setImmediate } from 'node:timers/promises'
import type { ImportField } from '@muster/contract/import-fields.ts'
import { matchHeader } from '../meaning/header-names.ts'
import { kindOf } from './cell-kind.ts'
import type { Header } from './find-header.ts'
import { isSummary, looksLikeName } from './footnote-words.ts'
import type { Row } from './table.ts'

/** Rows from which the usual number of filled cells is learnt. */
const rowsToLearnFrom = 500
const columnsAtOnce = 500

export interface PeopleFinder {
  /** Counts a row that is certainly data. */
  learn(row: Row): void
  /** Whether the row has an email, a phone or a profile URL. */
  identifies(row: Row): boolean
  /** Whether the row has something like a name where the names are. */
  names(row: Row): boolean
  /** Whether the row has as many filled cells as half of the rows learnt. */
  isFull(row: Row): boolean
  /** Whether the row is a word for a total and figures. */
  isTotal(row: Row): boolean
}

/** Recognises rows that are about somebody, by the headers of the table and by the cells. */
export async function findPeople({ columns }: Header): Promise<PeopleFinder> {
  const meanings: ImportField[][] = []
  for (const { original, index } of columns) {
    meanings.push(matchHeader(original).map(({ field }) => field))
    // The widest table takes a quarter of a second, and its rows are read between requests.
    if (index % columnsAtOnce === 0) await setImmediate()
  }
  const columnsOf = (...fields: ImportField[]) =>
    new Set(
      meanings.flatMap((found, index) => (fields.some((field) => found.includes(field)) ? [index] : [])),
    )
  const emails = columnsOf('email')
  const phones = columnsOf('phone')
  const profiles = columnsOf('profileUrl')
  const named = columnsOf('fullName', 'firstName', 'lastName')
  const nameColumns = named.size > 0 ? named : new Set([0])
  const counts = new Map<number, number>()
  let learnt = 0

  const firstOf = ({ cells }: Row) => cells.find((cell) => cell.trim() !== '')?.trim() ?? ''
  const identifies = (row: Row) => {
    const startsAsTotal = isSummary(firstOf(row))
    return row.cells.some((cell, index) => {
      const text = cell.trim()
      if (text === '') return false
      const kind = kindOf(text)
      if (kind === 'email' || kind === 'url') return true
      if (kind === 'phone' && (!startsAsTotal || text.startsWith('+'))) return true
      if (phones.has(index)) return (text.match(/\p{Nd}/gu)?.length ?? 0) >= 6 && !isSummary(text)
      if (emails.has(index)) return /[^\s@]@[^\s@]+\.\p{L}/u.test(text)
      return profiles.has(index)
        ? /^\S+\.\p{L}{2,}(?:\/|$)/u.test(text)
        : /^(?:www\.)?(?:[a-z]{2}\.)?(?:linkedin|xing|github)\.com\/\S+$/iu.test(text)
    })
  }
  return {
    learn({ cells }) {
      if (learnt >= rowsToLearnFrom) return
      learnt++
      const filled = countFilled(cells)
      counts.set(filled, (counts.get(filled) ?? 0) + 1)
    },
    identifies,
    names: ({ cells }) => [...nameColumns].some((column) => looksLikeName(cells[column]?.trim() ?? '')),
    isFull({ cells }) {
      const filled = countFilled(cells)
      let fewer = 0
      for (const [count, rows] of counts) if (count <= filled) fewer += rows
      return learnt > 0 && filled > 1 && fewer >= learnt / 2
    },
    isTotal(row) {
      const [first = '', ...rest] = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
      return isSummary(first) && rest.every((cell) => ['number', 'date'].includes(kindOf(cell)))
    },
  }
}

function countFilled(cells: string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length
}
