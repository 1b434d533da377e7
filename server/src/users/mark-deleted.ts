import { t } from '#texts'
import { conflict } from '../http/app-error.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { claimAddress, hasLogin } from './email-claims.ts'
import type { LockedUser } from './lock-users.ts'
import { assertMay, type Manager } from './user-policy.ts'
import type { Asked } from './write-change.ts'

/** As the database reads it: the time of the transaction. */
const now = 'now'

/** What deleting makes of a colleague. @throws FORBIDDEN with the reason */
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
 * What restoring makes of a colleague. They keep their password, unless somebody else confirmed their address meanwhile:
 * then they are mailed a link, and cannot sign in until they have confirmed it or another one.
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
  if (colleague) throw conflict(t`Somebody else has the address ${user.email} by now`)
  if (!(await hasLogin(tx, who))) {
    await reserveMail(tx, services.config, { ...actor, recipient: user.email })
    await claimAddress(tx, services, { ...who, email: user.email })
  }
  return {
    ...user,
    status: user.status_before_deletion ?? 'active',
    deleted_at: null,
    deleted_by: null,
    status_before_deletion: null,
  }
}
