import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage, type SortColumn } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { presentAgent, selectAgents } from './present-agent.ts'

const byName = { expression: sql`lower(agents.name)`, type: 'text' } as const

export const agentOrders = {
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
} satisfies Record<string, SortColumn>

export function findAgents(tx: Database, actor: Actor, q: string | undefined) {
  const found = selectAgents(tx, actor)
  return q ? found.where(containsText(sql`lower(agents.name)`, q)) : found
}

export const listAgents = handler(contract.listAgents, async ({ tx, actor, query }) => {
  const found = findAgents(tx, actor, query.q)
  const [page, total] = await Promise.all([
    fetchPage(found, 'agents.id', agentOrders[query.sort], query),
    countRows(tx, found),
  ])
  return { items: page.rows.map(presentAgent), nextCursor: page.nextCursor, total }
})
