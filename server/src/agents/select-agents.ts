import { type SqlBool, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'
import { isWithinHours } from './agent-hours.ts'

/**
 * The workspace's agents, with what their own rows say; their figures are apart (`agent-figures.ts`). Each agent's positions
 * are looked up one by one (`offset 0`): of a workspace with many, all would be read for every agent.
 */
export function selectAgents(db: Database, actor: Actor) {
  return db
    .selectFrom('agents')
    .leftJoin('users', (join) =>
      join.onRef('users.workspace_id', '=', 'agents.workspace_id').onRef('users.id', '=', 'agents.user_id'),
    )
    .where('agents.workspace_id', '=', actor.workspaceId)
    .selectAll('agents')
    .select([
      'users.name as user_name',
      isWithinHours(actor).as('within_hours'),
      sql<number>`(
        select count(*)::int from agent_positions ap
        cross join lateral (
          select from positions
          where positions.workspace_id = ap.workspace_id and positions.id = ap.position_id
            and positions.deleted_at is null and ${positionScope(actor)} offset 0
        ) as seen
        where ap.workspace_id = agents.workspace_id and ap.agent_id = agents.id
      )`.as('position_count'),
    ])
}

export interface AgentFilters {
  q?: string | undefined
  kind?: readonly string[] | undefined
  status?: readonly string[] | undefined
  positionId?: readonly string[] | undefined
  language?: readonly string[] | undefined
  deleted?: boolean | undefined
}

/** Works on one of the positions; who has none works on none. */
export function worksOn(positionIds: readonly string[]) {
  return sql<SqlBool>`exists (
    select from agent_positions ap
    where ap.workspace_id = agents.workspace_id and ap.agent_id = agents.id
      and ap.position_id = any(${positionIds}::uuid[])
  )`
}

/** Speaks one of the languages, in whatever form of it unless the form is said. */
export function speaks(languages: readonly string[]) {
  const wanted = languages.map((language) => language.toLowerCase())
  return sql<SqlBool>`exists (
    select from unnest(agents.languages) as spoken
    where lower(spoken) = any(${wanted}::text[]) or lower(split_part(spoken, '-', 1)) = any(${wanted}::text[])
  )`
}
