import * as contract from '@muster/contract/email-confirmation.ts'
import { publicHandler } from '../http/handler.ts'
import { findEmailClaim } from './find-email-claim.ts'

/** Runs outside a single transaction: an invalid link must be counted. */
export const getEmailConfirmation = publicHandler(
  contract.getEmailConfirmation,
  async ({ tx: db, body, caller }) => {
    const claim = await findEmailClaim(db, body.token, caller.ip)
    return {
      email: claim.email,
      name: claim.name,
      workspace: claim.workspace_name,
      needsPassword: !claim.has_login && claim.password_hash === null,
    }
  },
  { transaction: false },
)
