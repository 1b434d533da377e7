import type { agent, agentDetails, agentKinds, agentStatuses } from '@muster/contract/agents.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { agentAbilities } from '../policies/agent-policy.ts'
import { positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'
import { type AgentFigures, loadFigures } from './agent-figures.ts'
import { selectAgents } from './select-agents.ts'

type AgentRow = Awaited<ReturnType<ReturnType<typeof selectAgents>['executeTakeFirstOrThrow']>>
type Agent = z.input<typeof agent>

function presentAgent(row: AgentRow, figures: AgentFigures, actor: Actor): Agent {
  const { active, placed, answered, converted } = figures
  const available =
    row.status === 'available' && row.within_hours && active < row.capacity && row.deleted_at === null
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as (typeof agentKinds)[number],
    status: row.status as (typeof agentStatuses)[number],
    capacity: row.capacity,
    languages: row.languages,
    phone: row.phone,
    provider: row.provider,
    providerAgentId: row.provider_agent_id,
    user: row.user_id ? { id: row.user_id, name: row.user_name ?? '' } : null,
    positionCount: row.position_count,
    timezone: row.timezone,
    hours: row.hours as Agent['hours'],
    withinHours: Boolean(row.within_hours),
    availableNow: Boolean(available),
    activeCalls: active,
    callsToday: figures.today,
    connection: { placed, answered },
    conversion: { spokenWith: figures.spoken_with, converted },
    figures: {
      loadFrom: figures.load_from,
      todayFrom: figures.today_from,
      ratesFrom: figures.rates_from,
      at: figures.at,
    },
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    deletedAt: row.deleted_at,
    can: agentAbilities(actor, row),
  }
}

/** Agents as the API answers them, with the figures of all of them at once. */
export async function presentAgents(db: Database, actor: Actor, rows: readonly AgentRow[]): Promise<Agent[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const figures = await loadFigures(db, actor, ids)
  return rows.map((row) => presentAgent(row, figures.get(row.id)!, actor))
}

/** @throws NOT_FOUND also for another workspace's agent, and for a deleted one */
export async function loadAgent(
  db: Database,
  actor: Actor,
  id: string,
): Promise<z.input<typeof agentDetails>> {
  const row = await selectAgents(db, actor)
    .where('agents.id', '=', id)
    .where('agents.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound(t`Agent`)
  const [presented] = await presentAgents(db, actor, [row])
  const positions = await db
    .selectFrom('agent_positions as ap')
    .innerJoin('positions', (join) =>
      join
        .onRef('positions.workspace_id', '=', 'ap.workspace_id')
        .onRef('positions.id', '=', 'ap.position_id'),
    )
    .where('ap.workspace_id', '=', actor.workspaceId)
    .where('ap.agent_id', '=', id)
    .where('positions.deleted_at', 'is', null)
    .where(positionScope(actor))
    .orderBy('positions.name')
    .orderBy('positions.id')
    .select(['positions.id', 'positions.name'])
    .execute()
  return { ...presented!, positions }
}
