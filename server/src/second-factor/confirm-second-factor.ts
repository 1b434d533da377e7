import * as contract from '@muster/contract/second-factor.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { handler } from '../http/handler.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions, evictSessions } from '../session/authenticate.ts'
import { sessionTarget } from '../session/known-devices.ts'
import { limitGuesses } from '../session/login-failures.ts'
import { notifySecurityChange } from '../session/notify-security-change.ts'
import { consumeAppCode, loadFactor } from './factor.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/** Turns the second factor on. Of two concurrent calls, the second finds it on. Sessions without it end. */
async function turnOn(tx: Database, services: Services, actor: Actor, ip: string): Promise<string[]> {
  const { workspaceId, userId, sessionId } = actor
  const turned = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (turned.numUpdatedRows === 0n) throw conflict(t`2FA is already on`)
  await endSessions(tx, { workspaceId, userId, exceptSessionId: sessionId }, 'second factor turned on')
  await recordAudit(tx, { workspaceId, userId, action: 'second_factor.on', ip })
  await notifySecurityChange(tx, services, actor, () => t`2FA was turned on for your account.`)
  return makeRecoveryCodes(tx, actor)
}

/** Not in one transaction: a wrong code must be counted. */
export const confirmSecondFactor = handler(
  contract.confirmSecondFactor,
  async ({ actor, body, caller, services }) => {
    const { db } = services
    const factor = await loadFactor(db, actor)
    if (!factor) throw conflict(t`Start the 2FA setup first`)
    if (factor.confirmed_at) throw conflict(t`2FA is already on`)
    const isRight = await limitGuesses(db, [await sessionTarget(db, actor)], () =>
      consumeAppCode(db, actor, factor.secret, body.code),
    )
    if (!isRight) throw invalid('code', t`This code is incorrect. Check that your phone's clock is right.`)
    const recoveryCodes = await writeTransaction(db, (tx) => turnOn(tx, services, actor, caller.ip))
    evictSessions(db)
    return { recoveryCodes }
  },
  { transaction: false },
)
