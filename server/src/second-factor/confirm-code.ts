import { t } from '#texts'
import { conflict, invalid } from '../http/app-error.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { limitGuesses } from '../session/login-failures.ts'
import { noteConfirmed } from '../session/recent-sign-in.ts'
import { loadFactor, takeCode } from './factor.ts'

/**
 * Takes a code of the person's app, or a recovery code. A wrong one counts as a failed sign-in, so call it outside of a
 * transaction.
 * @throws VALIDATION of `code`, CONFLICT when their second factor is off, RATE_LIMITED
 */
export async function confirmCode({ db }: Services, actor: Actor, code: string): Promise<void> {
  const factor = await loadFactor(db, actor)
  if (!factor?.confirmed_at) throw conflict(t`Your second factor is off`)
  const taken = await limitGuesses(db, [['account', actor.email]], () =>
    takeCode(db, actor, factor.secret, code),
  )
  if (!taken) throw invalid('code', t`This code is wrong, or was used before`)
  await noteConfirmed(db, actor)
}
