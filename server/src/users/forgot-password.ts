import * as contract from '@muster/contract/users.ts'
import { spokenLanguage, t } from '#texts'
import { publicHandler } from '../http/handler.ts'
import { countFailure, refuseWhileLocked } from '../session/login-failures.ts'

/**
 * Does the same for every address: whether anyone has it is found out by a job, after the answer. Outside one
 * transaction, so that what is refused counts too.
 */
export const forgotPassword = publicHandler(
  contract.forgotPassword,
  async ({ tx: db, body, caller, services }) => {
    await refuseWhileLocked(db, 'mailsFrom', caller.ip)
    await refuseWhileLocked(db, 'mailsTo', body.email)
    await countFailure(db, 'mailsFrom', caller.ip)
    await countFailure(db, 'mailsTo', body.email)
    await services.jobs.send(db, 'mail-password-link', {
      email: body.email,
      language: spokenLanguage(),
    })
    return { message: t`If somebody here has this address, a link to set a new password is on its way.` }
  },
  { transaction: false },
)
