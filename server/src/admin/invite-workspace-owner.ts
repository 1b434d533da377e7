import * as contract from '@muster/contract/admin-workspaces.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { conflict, notFound } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { cancelInvitationMails } from '../mail/queue-mail.ts'
import { assertNobodyHas, inviteOwner } from './invite-owner.ts'

/** Only where nobody owns it: whoever runs the installation gets into no workspace that is somebody's. */
export const inviteWorkspaceOwner = handler(
  contract.inviteWorkspaceOwner,
  async ({ tx, actor, params: { id }, body: { name, email }, caller, services }) => {
    const workspace = await tx
      .selectFrom('workspaces')
      .where('id', '=', id)
      .select('name')
      .forUpdate()
      .executeTakeFirst()
    if (!workspace) throw notFound(t`Workspace`)
    const owner = await tx
      .selectFrom('users')
      .where('workspace_id', '=', id)
      .where('role', '=', 'owner')
      .where('deleted_at', 'is', null)
      .select('name')
      .executeTakeFirst()
    if (owner) throw conflict(t`${owner.name} owns it, and invites others`)
    await assertNobodyHas(tx, email, 'email')
    await reserveMail(tx, services.config, { ...actor, recipient: email })
    const revoked = await tx
      .updateTable('invitations')
      .set({ revoked_at: sql`now()` })
      .where('workspace_id', '=', id)
      .where('role', '=', 'owner')
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
    await cancelInvitationMails(
      tx,
      id,
      revoked.map((invitation) => invitation.id),
    )
    await inviteOwner(tx, services, {
      workspaceId: id,
      workspaceName: workspace.name,
      inviter: actor.name,
      name,
      email,
    })
    await recordAudit(tx, {
      workspaceId: id,
      userId: actor.userId,
      action: 'invitation.sent',
      ip: caller.ip,
      details: { email, role: 'owner', by: actor.name },
    })
    return undefined
  },
)
