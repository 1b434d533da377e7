import * as contract from '@muster/contract/users.ts'
import { spokenLanguage, t } from '#texts'
import { publicHandler } from '../http/handler.ts'
import { countMail } from '../session/login-failures.ts'

/**
 * Does the same for every address: whether anyone has it is found out by a job, after the answer. Outside one
 * transaction, so that what is refused counts too.
 */
export const forgotPassword = publicHandler(
  contract.forgotPassword,
  async ({ tx: db, body, caller, services }) => {
    await countMail(db, 'mailsFrom', caller.ip)
    await countMail(db, 'mailsTo', body.email)
    await services.jobs.send(db, 'mail-password-link', {
      email: body.email,
      language: spokenLanguage(),
    })
    return { message: t`If somebody here has this address, a link to set a new password is on its way.` }
  },
  { transaction: false },
)
