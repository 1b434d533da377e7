import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import { deleteGoal, type goalPeriods, listGoals, setGoal } from '@muster/contract/goals.ts'
import { measures } from '@muster/contract/measures.ts'
import { type RowsBehind, rowsBehind } from '@muster/contract/report-rows.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { reportTimezone } from '../../dashboard/report-timezone.ts'
import { toast, toastError } from '../../ui/toast.tsx'

export type Goal = ResponseOf<typeof listGoals>['items'][number]
export type GoalMeasure = Goal['measure']
export type GoalPeriod = (typeof goalPeriods)[number]

/** Returns what a goal counts: "Hires". */
export function goalMeasureLabel({ measure, period }: Pick<Goal, 'measure' | 'period'>): string {
  return period === 'date' ? t`Openings filled` : i18n._(measures[measure].label)
}

/** Returns the name of what a goal is of. */
export function subjectOf({ position, owner }: Pick<Goal, 'position' | 'owner'>): string {
  return (position ?? owner)?.name ?? ''
}

/** Returns the list with the rows that a goal counts between two moments. */
export function rowsOfGoal(goal: Goal, { from, to }: { from: string; to: string }): RowsBehind {
  const span = { from, to, timezone: reportTimezone() }
  const { position, owner } = goal
  if (goal.period === 'date' && position)
    return rowsBehind({ counts: 'openingsFilled', positionId: position.id }, span)
  const within = position
    ? { grouping: 'position' as const, keys: [position.id], isExcluded: false }
    : { grouping: 'owner' as const, keys: [owner!.id], isExcluded: false }
  return rowsOfCell(goal.measure, span, [within])
}

/** Returns the body that sets a goal as it is. */
function bodyOf({ position, owner, measure, period, target, dueOn }: Goal) {
  const aim = period === 'date' ? { dueOn } : { target }
  return { positionId: position?.id, ownerId: owner?.id, measure, period, ...aim, version: null }
}

async function restore(goal: Goal) {
  try {
    await call(setGoal, { body: bodyOf(goal) })
  } catch (error) {
    toastError(error, t`Not restored`)
  }
  await invalidate(listGoals)
}

/** Deletes a goal and offers to undo that. */
export async function removeGoal(goal: Goal): Promise<void> {
  const name = subjectOf(goal)
  try {
    await call(deleteGoal, { params: { id: goal.id }, query: { version: goal.version } })
    toast(t`Deleted the goal of ${name}`, () => void restore(goal))
  } catch (error) {
    toastError(error, t`Not deleted`)
  }
  await invalidate(listGoals)
}
