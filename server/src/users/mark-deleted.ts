import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../http/app-error.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { claimEmail } from './claim-email.ts'
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
 * What restoring makes of a colleague. They keep their password, unless somebody else had their address meanwhile.
 * @throws FORBIDDEN with the reason, PLAN_LIMIT, or CONFLICT when somebody else has their address
 */
export async function decideRestoring(
  { tx, actor }: Asked,
  manager: Manager,
  user: LockedUser,
): Promise<LockedUser> {
  assertMay(manager, 'restore', user)
  if (user.status_before_deletion !== 'suspended') await assertPlanRoom(tx, actor, 'seats')
  const { rows } = await sql<{ user_id: string }>`
    select user_id from logins where workspace_id = ${actor.workspaceId} and user_id = ${user.id}
  `.execute(tx)
  const login = { email: user.email, workspaceId: actor.workspaceId, userId: user.id }
  if (rows.length === 0 && !(await claimEmail(tx, login)))
    throw conflict(t`Somebody else has the address ${user.email} by now`)
  return {
    ...user,
    status: user.status_before_deletion ?? 'active',
    deleted_at: null,
    deleted_by: null,
    status_before_deletion: null,
  }
}
