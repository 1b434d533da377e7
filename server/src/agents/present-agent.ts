import type { agent, agentStatuses } from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { isAnswered, isPlaced } from '../calls/count-calls.ts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

/** The workspace's agents with their load today, which begins at midnight there, and how they connect. */
export function selectAgents(db: Database, actor: Actor) {
  return db
    .selectFrom('agents')
    .where('agents.workspace_id', '=', actor.workspaceId)
    .where('agents.deleted_at', 'is', null)
    .selectAll('agents')
    .select([
      sql<number>`(
        select count(*)::int from calls
        where calls.workspace_id = agents.workspace_id and calls.agent_id = agents.id
          and calls.started_at >= date_trunc('day', now(), ${actor.workspace.timezone})
      )`.as('calls_today'),
      sql<{ placed: number; answered: number }>`(
        select jsonb_build_object('placed', count(*), 'answered', count(*) filter (where ${isAnswered}))
        from calls
        where calls.workspace_id = agents.workspace_id and calls.agent_id = agents.id
          and calls.started_at >= now() - interval '28 days' and ${isPlaced}
      )`.as('connection'),
    ])
}

type AgentRow = Awaited<ReturnType<ReturnType<typeof selectAgents>['executeTakeFirstOrThrow']>>

export function presentAgent(row: AgentRow): z.input<typeof agent> {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as 'human' | 'voice',
    status: row.status as (typeof agentStatuses)[number],
    capacity: row.capacity,
    languages: row.languages,
    phone: row.phone,
    provider: row.provider,
    callsToday: row.calls_today,
    connection: row.connection,
    version: row.version,
  }
}

/** @throws NOT_FOUND also for another workspace's agent */
export async function loadAgent(db: Database, actor: Actor, id: string): Promise<z.input<typeof agent>> {
  const row = await selectAgents(db, actor).where('agents.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Agent`)
  return presentAgent(row)
}
