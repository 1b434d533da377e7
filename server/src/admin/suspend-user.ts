import * as contract from '@muster/contract/admin-users.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { endSessions, evictSessions } from '../session/authenticate.ts'
import { loadAdministeredUser, loadForAction, presentAdministeredUser } from './present-administered-user.ts'

/**
 * Suspends a user. The last owner of a workspace may be suspended too: the superadmin takes responsibility and can
 * reinstate them.
 */
export const suspendUser = handler(
  contract.suspendUser,
  async ({ tx, actor, params: { id }, caller, services, afterCommit }) => {
    const user = await loadForAction(tx, actor, id, 'suspend')
    const person = { workspaceId: user.workspace_id, userId: id }
    await tx
      .updateTable('users')
      .set({ status: 'suspended', version: sql`version + 1`, updated_at: sql`now()` })
      .where('workspace_id', '=', person.workspaceId)
      .where('id', '=', id)
      .execute()
    await endSessions(tx, person, 'suspended')
    await recordAudit(tx, {
      workspaceId: person.workspaceId,
      userId: actor.userId,
      action: 'user.suspended',
      ip: caller.ip,
      subject: { kind: 'user', id },
      details: { by: actor.name },
    })
    await announceAccessChanged(tx, {
      workspaceId: person.workspaceId,
      userIds: [id],
      actorId: actor.userId,
    })
    afterCommit(() => evictSessions(services.db))
    return presentAdministeredUser(await loadAdministeredUser(tx, id), actor)
  },
)
