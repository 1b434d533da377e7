import * as contract from '@muster/contract/second-factor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { writeTransaction } from '../database/transaction.ts'
import { handler } from '../http/handler.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { confirmCode } from './confirm-code.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

/** Not in one transaction: a wrong password or code must be counted. */
export const renewRecoveryCodes = handler(
  contract.renewRecoveryCodes,
  async ({ actor, body, caller, services }) => {
    const { db } = services
    await confirmPassword(db, actor, body.currentPassword)
    // Without this, a stolen session could create codes and turn the second factor off with them.
    await confirmCode(services, actor, body.code)
    const recoveryCodes = await writeTransaction(db, async (tx) => {
      const { workspaceId, userId } = actor
      await recordAudit(tx, { workspaceId, userId, action: 'second_factor.codes_renewed', ip: caller.ip })
      return makeRecoveryCodes(tx, actor)
    })
    return { recoveryCodes }
  },
  { transaction: false },
)
