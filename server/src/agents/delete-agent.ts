import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { announceAgent } from './agent-input.ts'
import { loadAgent } from './present-agent.ts'

export const deleteAgent = handler(contract.deleteAgent, async ({ tx, actor, params }) => {
  const { name, activeCalls } = await loadAgent(tx, actor, params.id)
  if (activeCalls > 0) throw conflict(t`${name} is on a call. Pause the agent and delete it after the call.`)
  await tx
    .updateTable('agents')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  await announceAgent(tx, actor, params.id)
  return undefined
})
