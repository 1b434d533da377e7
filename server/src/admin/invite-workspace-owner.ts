import * as contract from '@muster/contract/admin-workspaces.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { cancelInvitationMails } from '../mail/queue-mail.ts'
import { assertEmailUnused, inviteOwner } from './invite-owner.ts'

/** Invites an owner only while the workspace has none, so operators cannot enter a customer's workspace this way. */
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
    if (owner) throw conflict(t`${owner.name} owns this workspace and can invite others`)
    await assertEmailUnused(tx, email, 'email')
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
