import * as contract from '@muster/contract/invitations.ts'
import { sql } from 'kysely'
import { currentLanguage, t } from '#texts'
import { conflict, invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import { publicHandler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { startSession } from '../session/start-session.ts'
import { assignEmail } from '../users/assign-email.ts'
import { assignInvitedOwners } from './assign-invited-owners.ts'
import { findInvitationByLink } from './find-by-link.ts'

type Invitation = Awaited<ReturnType<typeof findInvitationByLink>>

/** Creates the user. A link creates one user: of two concurrent requests, the second finds it used. */
async function join(
  tx: Database,
  invitation: Invitation,
  { name, passwordHash, ip }: { name: string; passwordHash: string; ip: string },
): Promise<string> {
  const { workspace_id: workspaceId, email, role } = invitation
  const used = await tx
    .updateTable('invitations')
    .set({ accepted_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', invitation.id)
    .where('hash', '=', invitation.hash)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n)
    throw invalid('token', t`This invitation has already been used. Sign in instead.`)
  const userId = newId()
  // Only the mailbox's owner learns that the address already has a login.
  if (!(await assignEmail(tx, { email, workspaceId, userId, passwordHash })))
    throw conflict(
      t`${email} already belongs to another workspace. Ask to be invited with a different email.`,
    )
  await tx
    .insertInto('users')
    .values({
      workspace_id: workspaceId,
      id: userId,
      email,
      name,
      role,
      company_id: invitation.company_id,
      language: currentLanguage(),
    })
    .execute()
  await tx
    .updateTable('invitations')
    .set({ accepted_by: userId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', invitation.id)
    .execute()
  await recordAudit(tx, {
    workspaceId,
    userId,
    action: 'invitation.accepted',
    ip,
    subject: { kind: 'invitation', id: invitation.id },
    details: { email, role },
  })
  await assignInvitedOwners(tx, workspaceId, { invitationId: invitation.id })
  await announce(tx, workspaceId, { kind: 'users-changed', userIds: [userId], actorId: userId })
  return userId
}

/**
 * Runs outside a single transaction: an invalid link must be counted, and a refused password must not use up the link.
 */
export const acceptInvitation = publicHandler(
  contract.acceptInvitation,
  async ({ body: { token, name, password }, caller, services }) => {
    const { db } = services
    const invitation = await findInvitationByLink(db, token, caller.ip)
    const { workspace_id: workspaceId, email } = invitation
    const problem = await passwordProblem(services, password, {
      name,
      email,
      workspaceName: invitation.workspace_name,
    })
    if (problem) throw invalid('password', problem)
    const passwordHash = await hashPassword(password)
    const userId = await writeTransaction(db, (tx) =>
      join(tx, invitation, { name, passwordHash, ip: caller.ip }),
    )
    return startSession(services, { workspaceId, userId, email }, caller)
  },
  { transaction: false },
)
