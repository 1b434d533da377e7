import { t } from '#texts'
import { conflict, invalid } from '../app-error.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { sessionTarget } from '../session/known-devices.ts'
import { limitGuesses } from '../session/login-failures.ts'
import { noteConfirmed } from '../session/recent-sign-in.ts'
import { consumeCode, loadFactor } from './factor.ts'

/**
 * Accepts a code of the user's authenticator app or a recovery code. A wrong one counts as a failed sign-in, so call it
 * outside of a transaction.
 * @throws VALIDATION of `code`, CONFLICT when their second factor is off, RATE_LIMITED
 */
export async function confirmCode({ db }: Services, actor: Actor, code: string): Promise<void> {
  const factor = await loadFactor(db, actor)
  if (!factor?.confirmed_at) throw conflict(t`2FA is off`)
  const taken = await limitGuesses(db, [await sessionTarget(db, actor)], () =>
    consumeCode(db, actor, factor.secret, code),
  )
  if (!taken) throw invalid('code', t`This code is incorrect or was already used`)
  await noteConfirmed(db, actor)
}
