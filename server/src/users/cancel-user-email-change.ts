import * as contract from '@muster/contract/email-confirmation.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { dropClaim, hasLogin } from './email-claims.ts'
import { lockForSignIn } from './lock-for-sign-in.ts'
import { notifyAffectedUsers } from './write-user-change.ts'

export const cancelUserEmailChange = handler(contract.cancelUserEmailChange, async (context) => {
  const { tx, actor, params, caller } = context
  const { user } = await lockForSignIn(tx, actor, params.id)
  const who = { workspaceId: actor.workspaceId, userId: user.id }
  // A new user would have no address left to confirm.
  const email = (await hasLogin(tx, who)) ? await dropClaim(tx, who) : null
  if (email === null) throw conflict(t`This user has no pending email change`)
  await recordAudit(tx, {
    ...actor,
    action: 'email.change_canceled',
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'user', id: user.id },
    details: { email },
  })
  await notifyAffectedUsers(context, [user.id], [])
  return undefined
})
