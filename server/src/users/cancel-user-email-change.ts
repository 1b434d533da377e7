import * as contract from '@muster/contract/email-confirmation.ts'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { dropClaim, hasLogin } from './email-claims.ts'
import { lockForSignIn } from './lock-for-sign-in.ts'
import { tellChanged } from './write-change.ts'

export const cancelUserEmailChange = handler(contract.cancelUserEmailChange, async (asked) => {
  const { tx, actor, params, caller } = asked
  const { user } = await lockForSignIn(tx, actor, params.id)
  const who = { workspaceId: actor.workspaceId, userId: user.id }
  // Somebody new would have no address left to confirm.
  const email = (await hasLogin(tx, who)) ? await dropClaim(tx, who) : null
  if (email === null) throw conflict(t`No change of their address is pending`)
  await recordAudit(tx, {
    ...actor,
    action: 'email.change_canceled',
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'user', id: user.id },
    details: { email },
  })
  await tellChanged(asked, [user.id], [])
  return undefined
})
