import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Analysis } from './analysis.ts'
import type { Table } from './files/table.ts'
import type { ImportSettings } from './import-settings.ts'

type TakeIn = ImportSettings['takeIn']

/** Whether a person took in a row that would be left out. */
export function createTakeIn(takeIn: TakeIn): ((row: number) => boolean) | undefined {
  if (!takeIn || takeIn.length === 0) return undefined
  const numbers = new Set(takeIn === 'all' ? [] : takeIn)
  return (row) => takeIn === 'all' || numbers.has(row)
}

/** The table with the rows that a person took in among its data. */
export function takeInRows(table: Table, takeIn: TakeIn): Table {
  const isTaken = createTakeIn(takeIn)
  return isTaken ? { ...table, rows: (options) => table.rows({ ...options, takeIn: isTaken }) } : table
}

/** How many rows a person took in, and how many are left out all the same. */
export function countTakenIn(
  { leftOutCount = 0 }: Analysis,
  takeIn: TakeIn,
): { taken: number; leftOut: number } {
  const taken = takeIn === 'all' ? leftOutCount : new Set(takeIn).size
  return { taken, leftOut: leftOutCount - taken }
}

/** @throws VALIDATION for a row that is data anyway, or that the file does not have */
export function checkTakenIn({ leftOutNumbers = [] }: Analysis, takeIn: TakeIn): void {
  if (takeIn === undefined || takeIn === 'all') return
  const known = new Set(leftOutNumbers)
  const other = takeIn.find((row) => !known.has(row))
  if (other !== undefined) throw invalid('takeIn', t`Row ${other} is not excluded`)
}
