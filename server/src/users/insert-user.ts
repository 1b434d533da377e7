import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { createUsers } from '@muster/contract/manage-users.ts'
import { spokenLanguage, t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../database/new-id.ts'
import { conflict, invalid } from '../http/app-error.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { claimEmail } from './claim-email.ts'
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
 * Adds a colleague; without a password they are mailed a link to set one. Their company is known to exist.
 * @throws FORBIDDEN with the reason, VALIDATION, PLAN_LIMIT, RATE_LIMITED, or CONFLICT when somebody has the address
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
  const who = { workspaceId: actor.workspaceId, userId: id }
  if (passwordHash === null) await reserveMail(tx, services.config, { ...actor, recipient: email })
  if (!(await claimEmail(tx, { ...who, email, passwordHash })))
    throw conflict(t`This e-mail is already in use`)
  await tx
    .insertInto('users')
    .values({
      workspace_id: actor.workspaceId,
      id,
      email,
      name,
      role,
      company_id: user.companyId ?? null,
    })
    .execute()
  if (passwordHash === null)
    await services.jobs.send(tx, 'mail-password-link', {
      email,
      language: spokenLanguage(),
      welcome: true,
      isReserved: true,
    })
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
