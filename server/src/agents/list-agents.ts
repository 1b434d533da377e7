import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import type { SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { presentAgents } from './present-agent.ts'
import { type AgentFilters, selectAgents, speaks, worksOn } from './select-agents.ts'

const byName = { expression: sql`lower(agents.name)`, type: 'text' } as const

export const agentOrders = {
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
} satisfies Record<string, SortColumn>

export function findAgents(tx: Database, actor: Actor, filters: AgentFilters) {
  const { q, kind, status, positionId, language, deleted } = filters
  let found = selectAgents(tx, actor)
  found = deleted
    ? found.where('agents.deleted_at', '>', sql<string>`now() - interval '30 days'`)
    : found.where('agents.deleted_at', 'is', null)
  if (q) found = found.where(containsText(sql`fold(agents.name)`, q))
  if (kind?.length) found = found.where('agents.kind', 'in', kind)
  if (status?.length) found = found.where('agents.status', 'in', status)
  if (positionId?.length) found = found.where(worksOn(positionId))
  if (language?.length) found = found.where(speaks(language))
  return found
}

export const listAgents = handler(contract.listAgents, async ({ tx, actor, query }) => {
  const found = findAgents(tx, actor, query)
  return fetchList(
    tx,
    {
      table: 'agents',
      rows: found,
      all: tx.selectFrom('agents').where('agents.workspace_id', '=', actor.workspaceId),
      deletedOf: actor.workspaceId,
      orders: agentOrders,
      present: (rows) => presentAgents(tx, actor, rows),
    },
    query,
  )
})
