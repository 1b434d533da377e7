import * as contract from '@muster/contract/agents.ts'
import { sql } from 'kysely'
import { changedColumns } from '../database/changed-columns.ts'
import { staleVersion } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { loadAgent } from './present-agent.ts'

const columns = { name: 'name', status: 'status', capacity: 'capacity', languages: 'languages' } as const

export const updateAgent = handler(contract.updateAgent, async ({ tx, actor, params, body }) => {
  const before = await loadAgent(tx, actor, params.id)
  const updated = await tx
    .updateTable('agents')
    .set({ ...changedColumns(body, columns), version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', 'is', null)
    .$if(body.version !== undefined, (query) => query.where('version', '=', body.version!))
    .executeTakeFirst()
  const after = await loadAgent(tx, actor, params.id)
  if (updated.numUpdatedRows === 0n) throw staleVersion(Math.max(before.version, after.version))
  return after
})
