import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { isWithinHours } from './agent-hours.ts'
import { activeCalls } from './agent-load.ts'
import { findAgents } from './list-agents.ts'
import { presentAgents } from './present-agent.ts'

export const listAvailableAgents = handler(contract.listAvailableAgents, async ({ tx, actor, query }) => {
  const rows = await findAgents(tx, actor, query)
    .where('agents.status', '=', 'available')
    .where(isWithinHours(actor))
    .where(sql<boolean>`agents.capacity > ${activeCalls}`)
    .orderBy(sql`lower(agents.name)`)
    .orderBy('agents.id')
    .execute()
  return { items: await presentAgents(tx, actor, rows) }
})
