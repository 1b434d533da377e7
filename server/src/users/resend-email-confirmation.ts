import * as contract from '@muster/contract/email-confirmation.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { mailClaim } from './email-claims.ts'
import { lockForSignIn } from './lock-for-sign-in.ts'

export const resendEmailConfirmation = handler(
  contract.resendEmailConfirmation,
  async ({ tx, actor, params, caller, services }) => {
    const { user } = await lockForSignIn(tx, actor, params.id)
    if (user.status !== 'active') throw conflict(t`This user is suspended. Reactivate them first.`)
    const who = { workspaceId: actor.workspaceId, userId: user.id }
    const claim = await tx
      .selectFrom('email_claims')
      .where('workspace_id', '=', who.workspaceId)
      .where('user_id', '=', who.userId)
      .select('email')
      .forUpdate()
      .executeTakeFirst()
    if (!claim) throw conflict(t`This user's email is already confirmed`)
    await reserveMail(tx, services.config, { ...actor, recipient: claim.email })
    await mailClaim(tx, services, who)
    await recordAudit(tx, {
      ...actor,
      action: 'email.link_resent',
      ip: caller.ip,
      subject: { kind: 'user', id: user.id },
      details: { email: claim.email },
    })
    return undefined
  },
)
