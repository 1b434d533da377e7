import { t } from '#texts'
import { forbidden, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { assertMay, type Manager } from '../policies/user-policy.ts'
import type { Actor } from '../session/actor.ts'
import { type LockedUser, lockUsers } from './lock-users.ts'

/**
 * Locks a user whose credentials are about to change.
 * @throws NOT_FOUND, or FORBIDDEN for a higher role and for the actor themselves, which takes their own password
 */
export async function lockForSignIn(
  tx: Database,
  actor: Actor,
  id: string,
): Promise<{ manager: Manager; user: LockedUser }> {
  const locked = await lockUsers(tx, actor, [id])
  const user = locked.find(id)
  if (!user) throw notFound(t`User`)
  assertMay(locked.manager, 'edit', user)
  if (user.id === actor.userId) throw forbidden(t`Change your own password and 2FA in your settings`)
  return { manager: locked.manager, user }
}
