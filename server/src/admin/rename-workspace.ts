import * as contract from '@muster/contract/admin-workspaces.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { loadUsage } from './present-workspace-usage.ts'

export const renameWorkspace = handler(
  contract.renameWorkspace,
  async ({ tx, actor, params: { id }, body: { name }, caller, services }) => {
    const before = await tx
      .selectFrom('workspaces')
      .where('id', '=', id)
      .select('name')
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound(t`Workspace`)
    await tx
      .updateTable('workspaces')
      .set({ name, version: sql`version + 1`, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      workspaceId: id,
      userId: actor.userId,
      action: 'workspace.renamed',
      ip: caller.ip,
      details: { from: before.name, to: name, by: actor.name },
    })
    // Every user sees the workspace's name next to their own.
    await announceAccessChanged(tx, { workspaceId: id, userIds: null, actorId: actor.userId })
    return loadUsage(tx, id, services.config.quotas)
  },
)
