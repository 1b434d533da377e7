import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { planRoom } from '../plans/plan-room.ts'
import { isWithinHours } from './agent-hours.ts'
import { activeCalls } from './agent-load.ts'
import { findAgents } from './list-agents.ts'
import { presentAgents } from './present-agent.ts'

/** Calls that were made are always kept; once the plan's minutes are used up no voice agent is offered for another. */
export const listAvailableAgents = handler(contract.listAvailableAgents, async ({ tx, actor, query }) => {
  const minutes = await planRoom(tx, actor.workspaceId, 'callMinutesAMonth', { lock: false })
  const rows = await findAgents(tx, actor, query)
    .where('agents.status', '=', 'available')
    .$if(minutes.left <= 0, (offered) => offered.where('agents.kind', '=', 'human'))
    .where(isWithinHours(actor))
    .where(sql<boolean>`agents.capacity > ${activeCalls}`)
    .orderBy(sql`lower(agents.name)`)
    .orderBy('agents.id')
    .execute()
  return { items: await presentAgents(tx, actor, rows) }
})
