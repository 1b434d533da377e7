import * as contract from '@muster/contract/start.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { loadStart } from './present-start.ts'

export const updateStart = handler(contract.updateStart, async ({ tx, actor, body, caller }) => {
  const { numUpdatedRows } = await tx
    .updateTable('workspaces')
    .set({ start_hidden_at: body.hidden ? sql`now()` : null })
    .where('id', '=', actor.workspaceId)
    .where('start_hidden_at', body.hidden ? 'is' : 'is not', null)
    .executeTakeFirst()
  const action = body.hidden ? 'workspace.start_hidden' : 'workspace.start_shown'
  if (numUpdatedRows > 0n) await recordAudit(tx, { ...actor, action, ip: caller.ip })
  return loadStart(tx, actor.workspaceId)
})
