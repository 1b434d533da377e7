import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { invalid } from '../http/app-error.ts'
import type { Actor } from './actor.ts'
import { countFailure, refuseWhileLocked } from './login-failures.ts'
import { verifyNothing, verifyPassword } from './password.ts'

/**
 * Makes sure that it is really the person who sits there before how they sign in is changed. A wrong password counts as
 * a failed sign-in, so call it outside of a transaction that would take that back.
 * @throws VALIDATION of `currentPassword`, RATE_LIMITED
 */
export async function confirmPassword(
  db: Database,
  actor: Pick<Actor, 'workspaceId' | 'userId' | 'email'>,
  currentPassword: string,
): Promise<void> {
  await refuseWhileLocked(db, 'account', actor.email)
  const login = await db
    .selectFrom('logins')
    .where('workspace_id', '=', actor.workspaceId)
    .where('user_id', '=', actor.userId)
    .select('password_hash')
    .executeTakeFirst()
  const right = login?.password_hash
    ? await verifyPassword(currentPassword, login.password_hash)
    : await verifyNothing(currentPassword)
  if (right) return
  await countFailure(db, 'account', actor.email)
  throw invalid('currentPassword', t`This is not your password`)
}
