import * as contract from '@muster/contract/admin-workspaces.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { loadUsage } from './present-workspace-usage.ts'

export const resumeWorkspace = handler(
  contract.resumeWorkspace,
  async ({ tx, actor, params: { id }, caller, services }) => {
    const resumed = await tx
      .updateTable('workspaces')
      .set({ suspended_at: null, suspension_reason: null })
      .where('id', '=', id)
      .where('suspended_at', 'is not', null)
      .executeTakeFirst()
    if (resumed.numUpdatedRows > 0n)
      await recordAudit(tx, {
        workspaceId: id,
        userId: actor.userId,
        action: 'workspace.resumed',
        ip: caller.ip,
        details: { by: actor.name },
      })
    return loadUsage(tx, id, services.config.quotas)
  },
)
