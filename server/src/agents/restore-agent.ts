import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { announceAgent } from './agent-input.ts'
import { loadAgent } from './present-agent.ts'

export const restoreAgent = handler(contract.restoreAgent, async ({ tx, actor, params }) => {
  const restored = await tx
    .updateTable('agents')
    .set({ deleted_at: null, version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .executeTakeFirst()
  if (restored.numUpdatedRows === 0n) throw notFound(t`Deleted agent`)
  await announceAgent(tx, actor, params.id)
  return loadAgent(tx, actor, params.id)
})
