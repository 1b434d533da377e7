import * as contract from '@muster/contract/admin-workspaces.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { evictSessions } from '../session/authenticate.ts'
import { loadUsage } from './present-workspace-usage.ts'

/** Suspends a workspace and ends its sessions. After it is resumed, users sign in again. */
export const suspendWorkspace = handler(
  contract.suspendWorkspace,
  async ({ tx, actor, params: { id }, body: { reason }, caller, services, afterCommit }) => {
    await loadUsage(tx, id, services.config.quotas)
    if (id === actor.workspaceId)
      throw conflict(t`You are a user of this workspace. Suspending it would lock you out.`)
    const changed = await tx
      .updateTable('workspaces')
      .set({ suspended_at: sql`now()`, suspension_reason: reason })
      .where('id', '=', id)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw conflict(t`This workspace is already suspended`)
    await tx
      .updateTable('sessions')
      .set({ ended_at: sql`now()`, end_reason: 'workspace suspended' })
      .where('workspace_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    await recordAudit(tx, {
      workspaceId: id,
      userId: actor.userId,
      action: 'workspace.suspended',
      ip: caller.ip,
      details: { reason, by: actor.name },
    })
    await announceAccessChanged(tx, { workspaceId: id, userIds: null, actorId: actor.userId })
    afterCommit(() => evictSessions(services.db))
    return loadUsage(tx, id, services.config.quotas)
  },
)
