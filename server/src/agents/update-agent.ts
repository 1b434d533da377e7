import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { agentColumns, announceAgent, setPositions } from './agent-input.ts'
import { loadAgent } from './present-agent.ts'

export const updateAgent = handler(contract.updateAgent, async ({ tx, actor, params, body }) => {
  const { workspaceId } = actor
  const before = await loadAgent(tx, actor, params.id)
  const updated = await tx
    .updateTable('agents')
    .set({
      ...(await agentColumns(tx, actor, before.kind, body)),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', 'is', null)
    .$if(body.version !== undefined, (query) => query.where('version', '=', body.version!))
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) {
    await setPositions(tx, actor, params.id, body.positionIds)
    await announceAgent(tx, actor, params.id)
  }
  const after = await loadAgent(tx, actor, params.id)
  if (updated.numUpdatedRows === 0n) throw staleVersion(Math.max(before.version, after.version))
  return after
})
