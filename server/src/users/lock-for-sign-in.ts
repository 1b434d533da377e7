import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { forbidden, notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { type LockedUser, lockUsers } from './lock-users.ts'
import { assertMay, type Manager } from './user-policy.ts'

/**
 * Locks a colleague whose way to sign in is to be changed.
 * @throws NOT_FOUND, or FORBIDDEN for a higher role and for oneself: that takes one's own password
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
  if (user.id === actor.userId) throw forbidden(t`Change your own sign-in in your settings`)
  return { manager: locked.manager, user }
}
