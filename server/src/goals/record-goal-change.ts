import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Caller } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import type { GoalRow } from './load-goal.ts'

type Aim = Pick<GoalRow, 'target' | 'due_on'>

const aimOf = (goal: Aim | undefined) => (goal ? (goal.due_on ?? goal.target) : null)

/** Writes an audit entry for a goal that was set or deleted, with the target or the date before and after. */
export async function recordGoalChange(
  tx: Database,
  { actor, caller }: { actor: Actor; caller: Caller },
  change: 'set' | 'deleted',
  goal: GoalRow,
  before: Aim | undefined,
): Promise<void> {
  await recordAudit(tx, {
    ...actor,
    action: `goal.${change}`,
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'goal', id: goal.id },
    details: {
      of: goal.position_name ?? goal.owner_name,
      measure: goal.measure,
      period: goal.period,
      before: aimOf(before),
      after: change === 'deleted' ? null : aimOf(goal),
    },
  })
}
