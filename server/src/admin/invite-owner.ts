import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { invitationDays, mailInvitation } from '../invitations/mail-invitation.ts'
import type { Services } from '../services.ts'
import { hashSecret, newSecretToken } from '../session/secret-token.ts'

interface NewOwner {
  workspaceId: string
  workspaceName: string
  inviter: string
  name: string
  email: string
}

/** @throws CONFLICT when somebody of the installation signs in with the address */
export async function assertEmailUnused(tx: Database, email: string, field: string): Promise<void> {
  const taken = await tx.selectFrom('logins').where('email', '=', email).select('email').executeTakeFirst()
  if (taken) throw conflict(t`This email is already in use`, { field })
}

/** Invites the first user of a workspace. Nobody in the workspace could have, so the installation is the inviter. */
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
      expires_at: sql<string>`now() + make_interval(days => ${invitationDays})`,
    })
    .execute()
  const from = { inviter, workspace: workspaceName, token }
  await mailInvitation(tx, services, { email, name, role: 'owner' }, from)
}
