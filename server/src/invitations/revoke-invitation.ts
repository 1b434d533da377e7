import * as contract from '@muster/contract/invitations.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { cancelInvitationMails } from '../mail/queue-mail.ts'
import { lockInvitation } from './lock-invitation.ts'

export const revokeInvitation = handler(contract.revokeInvitation, async ({ tx, actor, params, caller }) => {
  const { id, email, role } = await lockInvitation(tx, actor, params.id)
  await tx
    .updateTable('invitations')
    .set({ revoked_at: sql`now()`, revoked_by: actor.userId })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .execute()
  await cancelInvitationMails(tx, actor.workspaceId, [id])
  await recordAudit(tx, {
    ...actor,
    action: 'invitation.revoked',
    ip: caller.ip,
    subject: { kind: 'invitation', id },
    details: { email, role },
  })
  return undefined
})
