import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { assertMay, type Manager } from '../policies/user-policy.ts'
import { claimEmail, hasLogin } from './email-claims.ts'
import type { LockedUser } from './lock-users.ts'
import type { Asked } from './write-user-change.ts'

/** PostgreSQL reads it as the transaction's time. */
const now = 'now'

/**
 * Returns the user after deletion.
 * @throws FORBIDDEN with the reason
 */
export function decideDeletion(manager: Manager, user: LockedUser): LockedUser {
  assertMay(manager, 'delete', user)
  return {
    ...user,
    status: 'suspended',
    deleted_at: now,
    deleted_by: manager.userId,
    status_before_deletion: user.status,
  }
}

/**
 * Returns the user after restoring. They keep their password, unless somebody else has confirmed their address since.
 * In that case they are emailed a link and cannot sign in until they confirm it or another address.
 * @throws FORBIDDEN with the reason, PLAN_LIMIT, RATE_LIMITED, or CONFLICT when a colleague has their address
 */
export async function decideRestoring(
  { tx, actor, services }: Asked,
  manager: Manager,
  user: LockedUser,
): Promise<LockedUser> {
  assertMay(manager, 'restore', user)
  if (user.status_before_deletion !== 'suspended') await assertPlanRoom(tx, actor, 'seats')
  const who = { workspaceId: actor.workspaceId, userId: user.id }
  const colleague = await tx
    .selectFrom('users')
    .where('workspace_id', '=', who.workspaceId)
    .where('email', '=', user.email)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (colleague) throw conflict(t`The email ${user.email} is now used by someone else`)
  if (!(await hasLogin(tx, who))) {
    await reserveMail(tx, services.config, { ...actor, recipient: user.email })
    await claimEmail(tx, services, { ...who, email: user.email })
  }
  return {
    ...user,
    status: user.status_before_deletion ?? 'active',
    deleted_at: null,
    deleted_by: null,
    status_before_deletion: null,
  }
}
