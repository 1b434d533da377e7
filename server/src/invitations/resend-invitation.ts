import * as contract from '@muster/contract/invitations.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { hashSecret, newSecretToken } from '../session/secret-token.ts'
import { findInvitations, presentInvitation } from './find-invitations.ts'
import { lockInvitation } from './lock-invitation.ts'
import { invitationDays, mailInvitation } from './mail-invitation.ts'

/** The new link voids the previous one. */
export const resendInvitation = handler(
  contract.resendInvitation,
  async ({ tx, actor, params, caller, services }) => {
    const { workspaceId } = actor
    const invitation = await lockInvitation(tx, actor, params.id)
    // An expired invitation holds no seat.
    if (invitation.is_expired) await assertPlanRoom(tx, actor, 'seats')
    await reserveMail(tx, services.config, {
      workspaceId,
      userId: actor.userId,
      recipient: invitation.email,
    })
    const token = newSecretToken(workspaceId, invitation.id)
    await tx
      .updateTable('invitations')
      .set({
        hash: hashSecret(token.secret),
        sent_at: sql`now()`,
        expires_at: sql<string>`now() + make_interval(days => ${invitationDays})`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', invitation.id)
      .execute()
    const from = { inviter: actor.name, workspace: actor.workspace.name, token }
    await mailInvitation(tx, services, invitation, from)
    await recordAudit(tx, {
      ...actor,
      action: 'invitation.resent',
      ip: caller.ip,
      subject: { kind: 'invitation', id: invitation.id },
      details: { email: invitation.email, role: invitation.role },
    })
    const row = await findInvitations(tx, workspaceId)
      .where('invitations.id', '=', invitation.id)
      .executeTakeFirstOrThrow()
    return presentInvitation(actor, row)
  },
)
