import * as contract from '@muster/contract/users.ts'
import { currentLanguage, t } from '#texts'
import { publicHandler } from '../http/handler.ts'
import { countMail } from '../session/login-failures.ts'

/**
 * Does the same for every address; a job finds out later whether anyone has it. Runs outside a single transaction, so
 * refused requests count too.
 */
export const forgotPassword = publicHandler(
  contract.forgotPassword,
  async ({ tx: db, body, caller, services }) => {
    await countMail(db, 'mailsFrom', caller.ip)
    await countMail(db, 'mailsTo', body.email)
    await services.jobs.send(db, 'mail-password-link', {
      email: body.email,
      language: currentLanguage(),
    })
    return { message: t`If this email belongs to an account, we have sent it a link to set a new password.` }
  },
  { transaction: false },
)
