import * as contract from '@muster/contract/invitations.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, invalid, notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { assertMayAssignRole } from '../policies/user-policy.ts'
import { hashSecret, newSecretToken } from '../session/secret-token.ts'
import { lockUsers } from '../users/lock-users.ts'
import { findInvitations, presentInvitation } from './find-invitations.ts'
import { invitationDays, mailInvitation } from './mail-invitation.ts'

async function assertCompany(
  tx: Database,
  workspaceId: string,
  role: string,
  companyId: string | null,
): Promise<void> {
  if (role !== 'client_reviewer') {
    if (companyId) throw invalid('companyId', t`Only client reviewers can be assigned to a company`)
    return
  }
  if (!companyId) throw invalid('companyId', t`Choose a company for the client reviewer`)
  const company = await tx
    .selectFrom('companies')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!company) throw notFound(t`Company`)
}

/** Nobody learns whether the address belongs to another workspace: its invitation is sent like any other. */
async function assertNew(tx: Database, workspaceId: string, email: string): Promise<void> {
  const colleague = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (colleague) throw conflict(t`${email} is already a user of this workspace`, { userId: colleague.id })
  const open = await tx
    .selectFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (open) throw conflict(t`${email} is already invited. Resend the invitation.`, { invitationId: open.id })
}

export const inviteUser = handler(contract.inviteUser, async ({ tx, actor, body, caller, services }) => {
  const { workspaceId } = actor
  const { email, role } = body
  const [name, companyId] = [body.name ?? null, body.companyId ?? null]
  const { manager } = await lockUsers(tx, actor, [])
  assertMayAssignRole(manager, role)
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
