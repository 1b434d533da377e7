import type { ImportTarget } from '@muster/contract/import-fields.ts'
import type { ImportOrder } from '../open-import.ts'
import { applyDecision, type Outcome } from './apply-decision.ts'
import { type Decision, decideRow, refuse } from './decide-row.ts'
import { lostCells, type StoredLoss } from './lost-cells.ts'
import { ownerInvited } from './owner-invited.ts'
import { createPeople } from './people.ts'
import type { Person } from './person.ts'
import type { Reason, ResolvedRow } from './resolved-row.ts'

/** How many more applications the plan allows, taken from as rows are planned, and why no more. */
export interface RoomForRows {
  left: number
  refusal: Reason
}

function withinPlan(decision: Decision, room: RoomForRows): Decision {
  if (decision.result !== 'create' || decision.row.isAlone) return decision
  if (room.left <= 0) return { ...refuse(decision.row, 'invalid', room.refusal), cases: decision.cases }
  room.left -= 1
  return decision
}

/** What became of a row, with what of it is not stored. */
export interface PlannedRow extends Outcome {
  lost: StoredLoss[]
  /** Owners who are assigned once they accept their invitation: no loss. */
  awaited: StoredLoss[]
  /** The fields whose values the user chose to leave empty. */
  leftEmpty: ImportTarget[]
}

function kindOf({ code }: StoredLoss): 'lost' | 'awaited' | 'leftEmpty' {
  if (code === ownerInvited) return 'awaited'
  return code === 'left_empty' ? 'leftEmpty' : 'lost'
}

/**
 * What becomes of each row, one after the other: each sees what those before it made. The people given are changed in
 * memory. `makeId` gives ids that sort in the order they are made; `now` is when the rows are written. Rows that find
 * no `room` are refused, and can be imported again from the report once there is.
 */
export function planRows(
  order: ImportOrder,
  rows: readonly ResolvedRow[],
  known: readonly Person[],
  { makeId, now, room }: { makeId: () => string; now: string; room: RoomForRows },
): PlannedRow[] {
  const people = createPeople()
  for (const person of known) people.add(person)
  return rows.map((row) => {
    const decision = withinPlan(decideRow(row, people, order.settings), room)
    const outcome = applyDecision(decision, people, makeId, now)
    const cells = lostCells(order, row, outcome)
    const { lost = [], awaited = [], leftEmpty = [] } = Object.groupBy(cells, kindOf)
    return { ...outcome, lost, awaited, leftEmpty: leftEmpty.map(({ field }) => field) }
  })
}
