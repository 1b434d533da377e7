import * as contract from '@muster/contract/second-factor.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { conflict, invalid } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions, forgetSessions } from '../session/authenticate.ts'
import { limitGuesses } from '../session/login-failures.ts'
import { tellPerson } from '../session/tell-person.ts'
import { loadFactor, takeAppCode } from './factor.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/** Of two at once the second finds it on. Whoever signed in without it has to sign in again. */
async function turnOn(tx: Database, services: Services, actor: Actor, ip: string): Promise<string[]> {
  const { workspaceId, userId, sessionId } = actor
  const turned = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (turned.numUpdatedRows === 0n) throw conflict(t`Your second factor is on already`)
  await endSessions(tx, { workspaceId, userId, exceptSessionId: sessionId }, 'second factor turned on')
  await recordAudit(tx, { workspaceId, userId, action: 'second_factor.on', ip })
  await tellPerson(tx, services, actor, () => t`From now on you sign in with a second factor.`)
  return makeRecoveryCodes(tx, actor)
}

/** Outside one transaction: a wrong code must be counted. */
export const confirmSecondFactor = handler(
  contract.confirmSecondFactor,
  async ({ actor, body, caller, services }) => {
    const { db } = services
    const factor = await loadFactor(db, actor)
    if (!factor) throw conflict(t`Begin to set it up first`)
    if (factor.confirmed_at) throw conflict(t`Your second factor is on already`)
    const isRight = await limitGuesses(db, [['account', actor.email]], () =>
      takeAppCode(db, actor, factor.secret, body.code),
    )
    if (!isRight) throw invalid('code', t`This code does not fit. Is the clock of your phone right?`)
    const recoveryCodes = await writeTransaction(db, (tx) => turnOn(tx, services, actor, caller.ip))
    forgetSessions(db)
    return { recoveryCodes }
  },
  { transaction: false },
)
