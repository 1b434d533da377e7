import * as contract from '@muster/contract/invitations.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { conflict, invalid, notFound } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { hashSecret, newSecretToken } from '../session/secret-token.ts'
import { lockUsers } from '../users/lock-users.ts'
import { assertMayGiveRole } from '../users/user-policy.ts'
import { findInvitations, presentInvitation } from './find-invitations.ts'
import { invitationDays, mailInvitation } from './mail-invitation.ts'

async function assertCompany(
  tx: Database,
  workspaceId: string,
  role: string,
  companyId: string | null,
): Promise<void> {
  if (role !== 'client_reviewer') {
    if (companyId) throw invalid('companyId', t`Only a client reviewer reads for a company`)
    return
  }
  if (!companyId) throw invalid('companyId', t`Choose the company a client reviewer reads for`)
  const company = await tx
    .selectFrom('companies')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!company) throw notFound(t`Company`)
}

/** Whether somebody works elsewhere in the installation is told to nobody: their invitation is sent like any other. */
async function assertNew(tx: Database, workspaceId: string, email: string): Promise<void> {
  const colleague = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (colleague) throw conflict(t`${email} works here already`, { userId: colleague.id })
  const open = await tx
    .selectFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (open)
    throw conflict(t`${email} is invited already. Send the invitation again.`, { invitationId: open.id })
}

export const inviteUser = handler(contract.inviteUser, async ({ tx, actor, body, caller, services }) => {
  const { workspaceId } = actor
  const { email, role } = body
  const [name, companyId] = [body.name ?? null, body.companyId ?? null]
  const { manager } = await lockUsers(tx, actor, [])
  assertMayGiveRole(manager, role)
  await assertCompany(tx, workspaceId, role, companyId)
  await assertNew(tx, workspaceId, email)
  await assertPlanRoom(tx, actor, 'seats')
  await reserveMail(tx, services.config, { workspaceId, userId: actor.userId, recipient: email })
  const token = newSecretToken(workspaceId, newId())
  await tx
    .insertInto('invitations')
    .values({
      workspace_id: workspaceId,
      id: token.id,
      email,
      name,
      role,
      company_id: companyId,
      invited_by: actor.userId,
      hash: hashSecret(token.secret),
      expires_at: sql<string>`now() + make_interval(days => ${invitationDays})`,
    })
    .execute()
  await mailInvitation(
    tx,
    services,
    { email, name, role },
    { inviter: actor.name, workspace: actor.workspace.name, token },
  )
  await recordAudit(tx, {
    ...actor,
    action: 'invitation.sent',
    ip: caller.ip,
    subject: { kind: 'invitation', id: token.id },
    details: { email, role },
  })
  const row = await findInvitations(tx, workspaceId)
    .where('invitations.id', '=', token.id)
    .executeTakeFirstOrThrow()
  return presentInvitation(actor, row)
})
