import * as contract from '@muster/contract/auth.ts'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { publicHandler } from '../http/handler.ts'
import { signChallenge } from './challenge.ts'
import { givenPasswordDays, isGivenPasswordExpired } from './given-password.ts'
import { signInTarget } from './known-devices.ts'
import { limitGuesses } from './login-failures.ts'
import { verifyNothing, verifyPassword } from './password.ts'
import { recordFailedLogin, recordLockedLogin } from './record-failed-login.ts'
import { startSession } from './start-session.ts'

interface FoundLogin {
  id: string
  workspace_id: string
}

/** Refuses a client that knows the password, and logs why: the reason reveals that the address has an account. */
async function refuse(
  db: Database,
  found: FoundLogin,
  ip: string,
  because: string,
  text: string,
): Promise<never> {
  await recordAudit(db, {
    workspaceId: found.workspace_id,
    userId: found.id,
    action: 'login.failed',
    ip,
    details: { because },
  })
  throw new AppError('FORBIDDEN', text)
}

/** @throws FORBIDDEN */
export async function refuseSuspendedWorkspace(
  db: Database,
  found: FoundLogin & { suspended_at: string | null },
  ip: string,
): Promise<void> {
  if (!found.suspended_at) return
  const text = t`Your workspace is suspended. Contact the administrator of this installation.`
  await refuse(db, found, ip, 'workspace suspended', text)
}

/** @throws FORBIDDEN */
async function refuseExpiredPassword(
  db: Database,
  found: FoundLogin & { has_expired: boolean },
  ip: string,
): Promise<void> {
  if (!found.has_expired) return
  const text = t`Your temporary password has expired. It was valid for ${givenPasswordDays} days. Use “Forgot your password?” to set your own.`
  await refuse(db, found, ip, 'password expired', text)
}

async function checkPassword(db: Database, { email, password }: { email: string; password: string }) {
  const found = await db
    .selectFrom('logins')
    .innerJoin('users', (join) =>
      join.onRef('users.workspace_id', '=', 'logins.workspace_id').onRef('users.id', '=', 'logins.user_id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'logins.workspace_id')
    .leftJoin('second_factors', (join) =>
      join
        .onRef('second_factors.workspace_id', '=', 'users.workspace_id')
        .onRef('second_factors.user_id', '=', 'users.id'),
    )
    .where('logins.email', '=', email)
    .select(['users.id', 'users.workspace_id', 'users.status', 'logins.password_hash'])
    .select(['workspaces.suspended_at', 'second_factors.confirmed_at'])
    .select(isGivenPasswordExpired.as('has_expired'))
    .executeTakeFirst()
  const right = found?.password_hash
    ? await verifyPassword(password, found.password_hash)
    : await verifyNothing(password)
  return { found, right, passed: right && found?.status === 'active' }
}

/** Not in one transaction: a refused sign-in must still be counted and logged. */
export const login = publicHandler(
  contract.login,
  async ({ tx: db, body, caller, services }) => {
    const { email } = body
    const { found, right, passed } = await limitGuesses(
      db,
      [['address', caller.ip], await signInTarget(db, caller, email)],
      () => checkPassword(db, body),
      (checked) => checked.passed,
    ).catch(async (error) => {
      if (error instanceof AppError && error.code === 'RATE_LIMITED')
        await recordLockedLogin(db, email, caller)
      throw error
    })
    if (!found || !passed) {
      const because = right ? 'not active' : 'password'
      await recordFailedLogin(db, found, { email, caller, because })
      throw new AppError('UNAUTHENTICATED', t`Incorrect email or password`)
    }
    await refuseSuspendedWorkspace(db, found, caller.ip)
    await refuseExpiredPassword(db, found, caller.ip)
    const who = { workspaceId: found.workspace_id, userId: found.id, email }
    // The failures stay counted until the second step is completed too.
    if (found.confirmed_at)
      throw new AppError('SECOND_FACTOR_REQUIRED', t`Enter the code from your authenticator app`, {
        details: { challengeToken: await signChallenge(db, who, found.password_hash!) },
      })
    return startSession(services, who, caller)
  },
  { transaction: false },
)
