import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { invitationLetter } from '../mail/invitation-letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { formatSecretToken, hashSecret, newSecretToken } from '../session/secret-token.ts'
import { roleName } from '../texts/role-name.ts'

const days = 7

interface NewOwner {
  workspaceId: string
  workspaceName: string
  inviter: string
  name: string
  email: string
}

/** The first person of a workspace. Nobody of it could have invited them, so the invitation is the installation's. */
export async function inviteOwner(tx: Database, services: Services, owner: NewOwner): Promise<void> {
  const { workspaceId, workspaceName, inviter, name, email } = owner
  const token = newSecretToken(workspaceId, newId())
  await tx
    .insertInto('invitations')
    .values({
      workspace_id: workspaceId,
      id: token.id,
      email,
      name,
      role: 'owner',
      hash: hashSecret(token.secret),
      expires_at: sql<string>`now() + make_interval(days => ${days})`,
    })
    .execute()
  const link = `${services.config.publicUrl}/auth/accept-invite?token=${formatSecretToken(token)}`
  await queueMail(tx, services, workspaceId, {
    to: email,
    ...invitationLetter({ name, inviter, workspace: workspaceName, role: roleName('owner'), link, days }),
  })
}
