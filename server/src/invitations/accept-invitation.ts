import * as contract from '@muster/contract/invitations.ts'
import { sql } from 'kysely'
import { spokenLanguage, t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import { conflict, invalid } from '../http/app-error.ts'
import { publicHandler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { startSession } from '../session/start-session.ts'
import { claimEmail } from '../users/claim-email.ts'
import { findByLink } from './find-by-link.ts'

type Invitation = Awaited<ReturnType<typeof findByLink>>

/** One link makes one person: the second of two at once finds it used. */
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
  if (used.numUpdatedRows === 0n) throw invalid('token', t`This invitation was used already. Sign in.`)
  const userId = newId()
  // Only whoever reads this mailbox learns that its address has a login.
  if (!(await claimEmail(tx, { email, workspaceId, userId, passwordHash })))
    throw conflict(
      t`${email} signs in to another workspace already. Ask for an invitation to another address.`,
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
      language: spokenLanguage(),
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
  await announce(tx, workspaceId, { kind: 'users-changed', userIds: [userId], actorId: userId })
  return userId
}

/** Outside one transaction: a link that does not work is counted, and a refused password leaves the link good. */
export const acceptInvitation = publicHandler(
  contract.acceptInvitation,
  async ({ body: { token, name, password }, caller, services }) => {
    const { db } = services
    const invitation = await findByLink(db, token, caller.ip)
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
