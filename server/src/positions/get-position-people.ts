import type { agent } from '@muster/contract/agents.ts'
import * as contract from '@muster/contract/positions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { applicationScope, seesAllApplications } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { assertPositionVisible } from './assert-position-visible.ts'

const maxShown = 20

type Agent = Pick<z.input<typeof agent>, 'id' | 'name' | 'kind' | 'status'>

async function agentsOf(db: Database, actor: Actor, positionId: string): Promise<Agent[]> {
  if (!actor.permissions.has('agents:read')) return []
  const rows = await db
    .selectFrom('agent_positions as ap')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.workspace_id', '=', 'ap.workspace_id').onRef('a.id', '=', 'ap.agent_id'),
    )
    .where('ap.workspace_id', '=', actor.workspaceId)
    .where('ap.position_id', '=', positionId)
    .where('a.deleted_at', 'is', null)
    .orderBy(sql`lower(a.name)`)
    .limit(maxShown)
    .select(['a.id', 'a.name', 'a.kind', 'a.status'])
    .execute()
  return rows as Agent[]
}

/**
 * Returns a condition on `activity_logs l` for applications the actor may see. For those who see all, it skips the
 * check for each row.
 */
function isVisible(actor: Actor): RawBuilder<SqlBool> {
  if (seesAllApplications(actor)) return sql<SqlBool>`true`
  return sql<SqlBool>`l.application_id in (
    select applications.id from applications
    where applications.workspace_id = ${actor.workspaceId} and ${applicationScope(actor)}
  )`
}

/** Returns the users who acted on the position's applications in the last 28 days, the most active first. */
async function findActiveUsers(db: Database, actor: Actor, positionId: string) {
  if (!actor.permissions.has('users:read')) return []
  const { rows } = await sql<{ id: string; name: string; actions: number; lastAt: string }>`
    select u.id, u.name, recent.actions, recent.last_at as "lastAt"
    from (
      select l.user_id, count(*)::int as actions, max(l.at) as last_at
      from activity_logs l
      where l.workspace_id = ${actor.workspaceId} and l.position_id = ${positionId}
        and l.at >= now() - interval '28 days' and l.user_id is not null and ${isVisible(actor)}
      group by l.user_id
      order by actions desc, l.user_id
      limit ${maxShown}
    ) as recent
    join users u on u.workspace_id = ${actor.workspaceId} and u.id = recent.user_id
    order by recent.actions desc, u.id
  `.execute(db)
  return rows
}

export const getPositionPeople = handler(contract.getPositionPeople, async ({ tx, actor, params }) => {
  await assertPositionVisible(tx, actor, params.id)
  const [agents, active] = await Promise.all([
    agentsOf(tx, actor, params.id),
    findActiveUsers(tx, actor, params.id),
  ])
  return { agents, active }
})
