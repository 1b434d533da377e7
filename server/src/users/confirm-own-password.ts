import * as contract from '@muster/contract/user-sessions.ts'
import { handler } from '../http/handler.ts'
import { confirmPassword } from '../session/confirm-password.ts'

/** Runs outside a single transaction: a wrong password must be counted. */
export const confirmOwnPassword = handler(
  contract.confirmOwnPassword,
  async ({ actor, body, services: { db } }) => {
    await confirmPassword(db, actor, body.currentPassword)
    return undefined
  },
  { transaction: false },
)
