import type { goalMeasures, goalPeriods } from '@muster/contract/goals.ts'
import type { positionStates } from '@muster/contract/position-states.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { countOpeningsFilled } from '../applications/openings-filled.ts'
import type { Database } from '../database/connect.ts'
import { goalScope } from '../policies/goal-policy.ts'
import type { Actor } from '../session/actor.ts'

/** Selects the goals that the actor may see, with the names of what they are of. Goals of deleted positions are hidden. */
export function selectGoals(db: Database, actor: Actor) {
  return db
    .selectFrom('goals')
    .leftJoin('positions', (join) =>
      join
        .onRef('positions.workspace_id', '=', 'goals.workspace_id')
        .onRef('positions.id', '=', 'goals.position_id'),
    )
    .leftJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'positions.workspace_id')
        .onRef('companies.id', '=', 'positions.company_id'),
    )
    .leftJoin('users as owners', (join) =>
      join.onRef('owners.workspace_id', '=', 'goals.workspace_id').onRef('owners.id', '=', 'goals.owner_id'),
    )
    .leftJoin('users as editors', (join) =>
      join
        .onRef('editors.workspace_id', '=', 'goals.workspace_id')
        .onRef('editors.id', '=', 'goals.updated_by'),
    )
    .where('goals.workspace_id', '=', actor.workspaceId)
    .where('positions.deleted_at', 'is', null)
    .where(goalScope(actor))
    .select(['goals.id', 'goals.position_id', 'goals.owner_id', 'goals.target', 'goals.version'])
    .select(['goals.updated_at', 'goals.updated_by', 'editors.name as editor_name'])
    .select(['positions.name as position_name', 'positions.openings', 'positions.opened_at'])
    .select(['positions.company_id', 'companies.name as company_name', 'owners.name as owner_name'])
    .select([
      sql<(typeof goalMeasures)[number]>`goals.measure`.as('measure'),
      sql<(typeof goalPeriods)[number]>`goals.period`.as('period'),
      sql<(typeof positionStates)[number] | null>`positions.state`.as('position_state'),
      sql<string | null>`to_char(goals.due_on, 'YYYY-MM-DD')`.as('due_on'),
      sql<number>`case when goals.period = 'date' then ${countOpeningsFilled(actor)} end`.as('filled'),
    ])
}

export type GoalRow = Awaited<ReturnType<ReturnType<typeof selectGoals>['executeTakeFirstOrThrow']>>

/** @throws NOT_FOUND also for a goal that the actor may not see */
export async function loadGoal(db: Database, actor: Actor, id: string): Promise<GoalRow> {
  const row = await selectGoals(db, actor).where('goals.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Goal`)
  return row
}
