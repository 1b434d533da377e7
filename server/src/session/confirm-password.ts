import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { invalid } from '../http/app-error.ts'
import type { Actor } from './actor.ts'
import { limitGuesses } from './login-failures.ts'
import { verifyNothing, verifyPassword } from './password.ts'
import { noteConfirmed } from './recent-sign-in.ts'

/**
 * Makes sure that it is really the person who sits there before how they sign in is changed. A wrong password counts as
 * a failed sign-in, so call it outside of a transaction that would roll that back.
 * @throws VALIDATION of `currentPassword`, RATE_LIMITED
 */
export async function confirmPassword(
  db: Database,
  actor: Pick<Actor, 'workspaceId' | 'userId' | 'sessionId' | 'email'>,
  currentPassword: string,
): Promise<void> {
  const isRight = await limitGuesses(db, [['account', actor.email]], async () => {
    const login = await db
      .selectFrom('logins')
      .where('workspace_id', '=', actor.workspaceId)
      .where('user_id', '=', actor.userId)
      .select('password_hash')
      .executeTakeFirst()
    return login?.password_hash
      ? verifyPassword(currentPassword, login.password_hash)
      : verifyNothing(currentPassword)
  })
  if (!isRight) throw invalid('currentPassword', t`This is not your password`)
  await noteConfirmed(db, actor)
}
