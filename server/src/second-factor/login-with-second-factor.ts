import * as contract from '@muster/contract/second-factor.ts'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { publicHandler } from '../http/handler.ts'
import { readChallenge } from '../session/challenge.ts'
import { signInTarget } from '../session/known-devices.ts'
import { refuseSuspendedWorkspace } from '../session/login.ts'
import { limitGuesses } from '../session/login-failures.ts'
import { notifySecurityChange } from '../session/notify-security-change.ts'
import { startSession } from '../session/start-session.ts'
import { consumeCode } from './factor.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

async function findChallenged(db: Database, token: string) {
  const challenge = await readChallenge(db, token)
  if (!challenge) return null
  const found = await db
    .selectFrom('users')
    .innerJoin('logins', (join) =>
      join.onRef('logins.workspace_id', '=', 'users.workspace_id').onRef('logins.user_id', '=', 'users.id'),
    )
    .innerJoin('second_factors', (join) =>
      join
        .onRef('second_factors.workspace_id', '=', 'users.workspace_id')
        .onRef('second_factors.user_id', '=', 'users.id'),
    )
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .where('users.workspace_id', '=', challenge.workspaceId)
    .where('users.id', '=', challenge.userId)
    .where('users.status', '=', 'active')
    .where('second_factors.confirmed_at', 'is not', null)
    .select(['users.id', 'users.workspace_id', 'users.email', 'logins.password_hash'])
    .select(['second_factors.secret', 'workspaces.suspended_at'])
    .executeTakeFirst()
  return found?.password_hash && challenge.isFor(found.password_hash) ? found : null
}

/** Not in one transaction: a refused code must still be counted and logged. */
export const loginWithSecondFactor = publicHandler(
  contract.loginWithSecondFactor,
  async ({ tx: db, body, caller, services }) => {
    const found = await findChallenged(db, body.challengeToken)
    if (!found) throw new AppError('UNAUTHENTICATED', t`Your sign-in timed out. Sign in again.`)
    const who = { workspaceId: found.workspace_id, userId: found.id, email: found.email }
    const factor = await limitGuesses(
      db,
      [['address', caller.ip], await signInTarget(db, caller, who.email)],
      () => consumeCode(db, who, found.secret, body.code),
    )
    if (!factor) {
      const details = { because: 'second factor' }
      await recordAudit(db, { ...who, action: 'login.failed', ip: caller.ip, details })
      throw new AppError('UNAUTHENTICATED', t`This code is incorrect or was already used`)
    }
    await refuseSuspendedWorkspace(db, found, caller.ip)
    if (factor === 'recovery code') {
      const left = await countRecoveryCodes(db, who)
      await notifySecurityChange(
        db,
        services,
        who,
        () => t`A recovery code was used to sign in to your account. Codes left: ${left}.`,
      )
    }
    return startSession(services, who, caller, { factor })
  },
  { transaction: false },
)
