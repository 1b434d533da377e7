import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from './actor.ts'
import { sessionTarget } from './known-devices.ts'
import { limitGuesses } from './login-failures.ts'
import { verifyNothing, verifyPassword } from './password.ts'
import { noteConfirmed } from './recent-sign-in.ts'

/**
 * Confirms the user's identity by their password before their credentials change. A wrong password counts as a failed
 * sign-in, so call it outside of a transaction, which would roll that back.
 * @throws VALIDATION of `currentPassword`, RATE_LIMITED
 */
export async function confirmPassword(
  db: Database,
  actor: Pick<Actor, 'workspaceId' | 'userId' | 'sessionId' | 'email'>,
  currentPassword: string,
): Promise<void> {
  const isRight = await limitGuesses(db, [await sessionTarget(db, actor)], async () => {
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
  if (!isRight) throw invalid('currentPassword', t`This password is incorrect`)
  await noteConfirmed(db, actor)
}
