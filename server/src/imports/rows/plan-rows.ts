import type { ImportOrder } from '../open-import.ts'
import { carryOut, type Outcome } from './carry-out.ts'
import { decideRow } from './decide-row.ts'
import { createPeople } from './people.ts'
import type { Person } from './person.ts'
import type { ResolvedRow } from './resolved-row.ts'

/**
 * What becomes of each row, one after the other: each sees what those before it made. The people given are changed in
 * memory. `makeId` gives ids that sort in the order they are made; `now` is when the rows are written.
 */
export function planRows(
  order: ImportOrder,
  rows: readonly ResolvedRow[],
  known: readonly Person[],
  { makeId, now }: { makeId: () => string; now: string },
): Outcome[] {
  const people = createPeople()
  for (const person of known) people.add(person)
  return rows.map((row) => carryOut(decideRow(row, people, order.settings), people, makeId, now))
}
