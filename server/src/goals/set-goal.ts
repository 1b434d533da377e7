import * as contract from '@muster/contract/goals.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, invalid, staleVersion } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { positionScope } from '../policies/position-policy.ts'
import { rowScopeOf } from '../policies/row-scopes.ts'
import type { Actor } from '../session/actor.ts'
import { assertStaff } from '../users/assert-staff.ts'
import { loadGoal } from './load-goal.ts'
import { presentGoals } from './present-goals.ts'
import { recordGoalChange } from './record-goal-change.ts'

interface Asked {
  positionId?: string | null | undefined
  ownerId?: string | null | undefined
  measure: string
  period: string
  target?: number | null | undefined
  dueOn?: string | null | undefined
}

/** @throws VALIDATION for what is no goal */
function checkGoal({ positionId, ownerId, measure, period, target, dueOn }: Asked): void {
  if (!positionId === !ownerId) throw invalid('positionId', t`Choose either a position or an owner`)
  if (period !== 'date') {
    if (!target) throw invalid('target', t`Enter how many`)
    if (dueOn) throw invalid('dueOn', t`Only a goal by date has a date`)
    return
  }
  if (!positionId) throw invalid('period', t`Only a position has a goal by date: to fill its openings`)
  if (measure !== 'hired') throw invalid('measure', t`A goal by date counts hires`)
  if (!dueOn) throw invalid('dueOn', t`Enter the date`)
  if (target) throw invalid('target', t`The target of a goal by date are the openings of the position`)
}

/**
 * Checks that the actor sees everything that the goal counts.
 * @throws VALIDATION also for what is of another workspace, and for users who no longer work here
 */
async function checkSubject(tx: Database, actor: Actor, { positionId, ownerId }: Asked): Promise<void> {
  const scope = rowScopeOf(actor)
  if (positionId) {
    const position =
      scope === 'assigned'
        ? undefined
        : await tx
            .selectFrom('positions')
            .where('workspace_id', '=', actor.workspaceId)
            .where('id', '=', positionId)
            .where('deleted_at', 'is', null)
            .where(positionScope(actor))
            .select('id')
            .executeTakeFirst()
    if (!position) throw invalid('positionId', t`Position not found`)
    return
  }
  const isOwn = ownerId === actor.userId
  const maySet = scope === 'all' || (scope === 'assigned' && isOwn)
  if (!maySet) throw invalid('ownerId', t`User not found`)
  await assertStaff(tx, actor, ownerId, 'ownerId')
}

export const setGoal = handler(contract.setGoal, async (context) => {
  const { tx, actor, body } = context
  const { workspaceId, userId } = actor
  checkGoal(body)
  await checkSubject(tx, actor, body)
  const { positionId, ownerId, measure, period, target = null, dueOn = null, version } = body
  const before = await tx
    .selectFrom('goals')
    .where('workspace_id', '=', workspaceId)
    .where('measure', '=', measure)
    .where('period', '=', period)
    .$if(!!positionId, (rows) => rows.where('position_id', '=', positionId!))
    .$if(!!ownerId, (rows) => rows.where('owner_id', '=', ownerId!))
    .select(['id', 'version', 'target', sql<string | null>`to_char(due_on, 'YYYY-MM-DD')`.as('due_on')])
    .forUpdate()
    .executeTakeFirst()
  if (version !== undefined && before && before.version !== version) throw staleVersion(before.version)
  if (version && !before)
    throw conflict(t`Someone else deleted this goal in the meantime. Reload the page and try again.`)
  const id = before?.id ?? newId()
  const isSame = before && before.target === target && before.due_on === dueOn
  if (before && !isSame)
    await tx
      .updateTable('goals')
      .set({ target, due_on: dueOn, updated_by: userId, updated_at: sql`now()`, version: before.version + 1 })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  if (!before)
    await tx
      .insertInto('goals')
      .values({
        workspace_id: workspaceId,
        id,
        position_id: positionId ?? null,
        owner_id: ownerId ?? null,
        measure,
        period,
        target,
        due_on: dueOn,
        updated_by: userId,
      })
      .execute()
  const goal = await loadGoal(tx, actor, id)
  if (!isSame) await recordGoalChange(tx, context, 'set', goal, before)
  return (await presentGoals(tx, actor, [goal]))[0]!
})
