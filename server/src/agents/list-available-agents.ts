import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { presentAgent, selectAgents } from './present-agent.ts'

/** A call whose end was never reported must not keep its agent busy for ever. */
const longestCall = sql`interval '4 hours'`

export const listAvailableAgents = handler(contract.listAvailableAgents, async ({ tx, actor }) => {
  const rows = await selectAgents(tx, actor)
    .where('agents.status', '=', 'available')
    .where(
      sql<boolean>`agents.capacity > (
        select count(*) from calls
        where calls.workspace_id = agents.workspace_id and calls.agent_id = agents.id
          and calls.lifecycle in ('queued', 'ringing', 'in_progress')
          and calls.started_at > now() - ${longestCall}
      )`,
    )
    .orderBy(sql`lower(agents.name)`)
    .orderBy('agents.id')
    .execute()
  return { items: rows.map(presentAgent) }
})
