import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { createUsers } from '@muster/contract/manage-users.ts'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../database/new-id.ts'
import { invalid } from '../http/app-error.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { assertFreeHere, claimAddress } from './email-claims.ts'
import { assertMayGiveRole, type Manager } from './user-policy.ts'
import type { Asked } from './write-change.ts'

export type NewUser = BodyOf<typeof createUsers>['users'][number]

/** @throws FORBIDDEN for a role the manager may not give, VALIDATION for a reviewer without a company */
function checkNewUser(manager: Manager, user: NewUser): void {
  assertMayGiveRole(manager, user.role)
  if (user.role === 'client_reviewer' && !user.companyId)
    throw invalid('companyId', t`Choose the company a client reviewer reads for`)
  if (user.role !== 'client_reviewer' && user.companyId)
    throw invalid('companyId', t`Only a client reviewer reads for a company`)
}

/**
 * Adds a colleague and mails them a link that confirms their address; without a password they choose one there. Until
 * then they cannot sign in. Their company is known to exist.
 * @throws FORBIDDEN with the reason, VALIDATION, PLAN_LIMIT, RATE_LIMITED, or CONFLICT when a colleague has the address
 */
export async function insertUser(
  { tx, actor, caller, services }: Asked,
  manager: Manager,
  user: NewUser,
  passwordHash: string | null,
): Promise<string> {
  checkNewUser(manager, user)
  await assertPlanRoom(tx, actor, 'seats')
  const id = newId()
  const { email, name, role } = user
  const { workspaceId } = actor
  await assertFreeHere(tx, { workspaceId, email })
  await reserveMail(tx, services.config, { ...actor, recipient: email })
  await tx
    .insertInto('users')
    .values({
      workspace_id: workspaceId,
      id,
      email,
      name,
      role,
      company_id: user.companyId ?? null,
    })
    .execute()
  await claimAddress(tx, services, { workspaceId, userId: id, email, passwordHash })
  await recordAudit(tx, {
    ...actor,
    action: 'user.created',
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'user', id },
    details: { email, role, companyId: user.companyId ?? null },
  })
  return id
}
