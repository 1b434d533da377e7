import * as contract from '@muster/contract/admin-users.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { endSessions, forgetSessions } from '../session/authenticate.ts'
import { loadAdministeredUser, loadForDeed, presentAdministeredUser } from './present-administered-user.ts'

/** Also the last owner of a workspace: whoever runs the installation answers for it, and can lift it again. */
export const suspendUser = handler(
  contract.suspendUser,
  async ({ tx, actor, params: { id }, caller, services, afterCommit }) => {
    const user = await loadForDeed(tx, actor, id, 'suspend')
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
    afterCommit(() => forgetSessions(services.db))
    return presentAdministeredUser(await loadAdministeredUser(tx, id), actor)
  },
)
