import type { goal, goalStates } from '@muster/contract/goals.ts'
import { dayOf, startOfDay } from '@muster/contract/local-days.ts'
import { reportQuery } from '@muster/contract/report-query.ts'
import type { z } from 'zod'
import { type ReportPeriod, resolvePeriod } from '../dashboard/report-period.ts'
import type { Database } from '../database/connect.ts'
import { transactionTime } from '../database/database-clock.ts'
import { countCells } from '../explore/count-cells.ts'
import type { Actor } from '../session/actor.ts'
import type { GoalRow } from './load-goal.ts'
import { daysOfPeriod, expectedSoFar } from './working-days.ts'

type Recurring = 'week' | 'month'
type Subject = 'position' | 'owner'

interface Counts {
  now: number
  before: number
}

const subjectOf = (row: GoalRow): Subject => (row.position_id ? 'position' : 'owner')
const subjectId = (row: GoalRow) => (row.position_id ?? row.owner_id)!
const groupOf = (row: GoalRow) => `${row.period} ${subjectOf(row)} ${row.measure}`

/** Counts a measure of several positions or owners, in the period and in the same part of the one before. */
async function countSubjects(
  db: Database,
  actor: Actor,
  rows: readonly GoalRow[],
  period: ReportPeriod,
): Promise<Map<string, Counts>> {
  const [first] = rows as [GoalRow]
  const by = subjectOf(first)
  const ids = [...new Set(rows.map(subjectId))]
  const asked = {
    measure: first.measure,
    summary: null,
    by: [by],
    filters: {},
    of: { [by]: ids },
    period,
    compares: true,
  }
  const counts = new Map(ids.map((id) => [id, { now: 0, before: 0 }]))
  const { cells } = await countCells(db, actor, asked, [null])
  for (const { key1, others1, period: number, n } of cells) {
    const found = others1 === false && key1 !== undefined ? counts.get(key1) : undefined
    if (found) found[number === 1 ? 'now' : 'before'] = n
  }
  return counts
}

function stateOf(
  actual: number,
  target: number,
  { expected, isOver }: { expected: number; isOver: boolean },
): (typeof goalStates)[number] {
  if (actual >= target) return 'reached'
  if (isOver) return 'missed'
  return actual >= expected ? 'onTrack' : 'behind'
}

const named = (id: string | null, name: string | null) => (id ? { id, name: name ?? '' } : null)

/** Returns goals with what was reached so far, each counted from the rows. */
export async function presentGoals(
  tx: Database,
  actor: Actor,
  rows: readonly GoalRow[],
): Promise<z.input<typeof goal>[]> {
  const { timezone } = actor.workspace
  const now = await transactionTime(tx)
  const at = Date.parse(now)
  const today = dayOf(at, timezone)
  const periods = new Map<Recurring, ReportPeriod>()
  const counted = new Map<string, Map<string, Counts>>()
  for (const [group, ofGroup] of Map.groupBy(rows, groupOf)) {
    const { period } = ofGroup[0]!
    if (period === 'date') continue
    const from = startOfDay(daysOfPeriod(period, at, timezone).first, timezone)
    const known =
      periods.get(period) ??
      (await resolvePeriod(tx, actor, reportQuery.parse({ from, to: now, unit: period })))
    periods.set(period, known)
    counted.set(group, await countSubjects(tx, actor, ofGroup, known))
  }

  return rows.map((row) => {
    const { period, due_on: dueOn } = row
    const span = period === 'date' ? null : periods.get(period)!
    const counts = counted.get(groupOf(row))?.get(subjectId(row))
    const target = row.target ?? row.openings ?? 0
    const actual = span ? counts!.now : row.filled
    const days =
      period === 'date'
        ? { first: dayOf(Date.parse(row.opened_at!), timezone), last: dueOn!, today }
        : daysOfPeriod(period, at, timezone)
    const { expected, days: all, daysOver, isOver } = expectedSoFar(target, days)
    return {
      id: row.id,
      position: row.position_id
        ? {
            id: row.position_id,
            name: row.position_name!,
            company: { id: row.company_id!, name: row.company_name! },
            state: row.position_state!,
          }
        : null,
      owner: named(row.owner_id, row.owner_name),
      measure: row.measure,
      period,
      target,
      dueOn,
      progress: {
        from: span?.from ?? row.opened_at!,
        to: span?.to ?? now,
        actual,
        expected,
        daysOver,
        days: all,
        state: stateOf(actual, target, { expected, isOver }),
      },
      previous: span && { from: span.previousFrom, to: span.previousTo, actual: counts!.before },
      version: row.version,
      updatedAt: row.updated_at,
      updatedBy: named(row.updated_by, row.editor_name),
    }
  })
}
