import * as contract from '@muster/contract/second-factor.ts'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { writeTransaction } from '../database/transaction.ts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { hasSecondFactor } from '../session/set-password.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/** Outside one transaction: a wrong password must be counted. */
export const renewRecoveryCodes = handler(
  contract.renewRecoveryCodes,
  async ({ actor, body, caller, services: { db } }) => {
    await confirmPassword(db, actor, body.currentPassword)
    if (!(await hasSecondFactor(db, actor))) throw conflict(t`Your second factor is off`)
    const recoveryCodes = await writeTransaction(db, async (tx) => {
      const { workspaceId, userId } = actor
      await recordAudit(tx, { workspaceId, userId, action: 'second_factor.codes_renewed', ip: caller.ip })
      return makeRecoveryCodes(tx, actor)
    })
    return { recoveryCodes }
  },
  { transaction: false },
)
