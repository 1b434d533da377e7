import type { Role } from '@muster/contract/permissions.ts'
import type { Database } from '../database/connect.ts'
import { invitationEmail } from '../mail/invitation-email.ts'
import { cancelInvitationMails, queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { formatSecretToken, type SecretToken } from '../session/secret-token.ts'
import { roleName } from '../texts/role-name.ts'

export const invitationDays = 7

interface Invited {
  email: string
  name: string | null
  role: string
}

/**
 * Emails an invitation in the sender's language, as the recipient's is unknown. Earlier links become void and their
 * unsent emails are canceled.
 */
export async function mailInvitation(
  tx: Database,
  services: Services,
  { email, name, role }: Invited,
  from: { inviter: string | null; workspace: string; token: SecretToken },
): Promise<void> {
  const message = invitationEmail({
    name,
    inviter: from.inviter,
    workspace: from.workspace,
    role: roleName(role as Role),
    link: `${services.config.publicUrl}/auth/accept-invite#token=${formatSecretToken(from.token)}`,
    days: invitationDays,
  })
  const { workspaceId, id } = from.token
  await cancelInvitationMails(tx, workspaceId, [id])
  await queueMail(tx, services, workspaceId, { to: email, ...message, invitationId: id, isLimited: true })
}
