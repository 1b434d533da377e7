import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { createUsers } from '@muster/contract/manage-users.ts'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../database/new-id.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { assertMayAssignRole, type Manager } from '../policies/user-policy.ts'
import { assertFreeHere, claimEmail } from './email-claims.ts'
import type { Asked } from './write-user-change.ts'

export type NewUser = BodyOf<typeof createUsers>['users'][number]

/** @throws FORBIDDEN for a role the manager may not assign, VALIDATION for a client reviewer without a company */
function checkNewUser(manager: Manager, user: NewUser): void {
  assertMayAssignRole(manager, user.role)
  if (user.role === 'client_reviewer' && !user.companyId)
    throw invalid('companyId', t`Choose a company for the client reviewer`)
  if (user.role !== 'client_reviewer' && user.companyId)
    throw invalid('companyId', t`Only client reviewers can be assigned to a company`)
}

/**
 * Inserts a user and emails them a link that confirms their address; without a password, they choose one there. Until
 * then they cannot sign in. The caller has checked the company.
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
  await claimEmail(tx, services, { workspaceId, userId: id, email, passwordHash })
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
