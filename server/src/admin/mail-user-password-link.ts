import * as contract from '@muster/contract/admin-users.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { hasLogin, mailClaim } from '../users/email-claims.ts'
import { loadForAction } from './present-administered-user.ts'

export const mailUserPasswordLink = handler(
  contract.mailUserPasswordLink,
  async ({ tx, actor, params: { id }, caller, services }) => {
    const user = await loadForAction(tx, actor, id, 'mailLink')
    await reserveMail(tx, services.config, { ...actor, recipient: user.email })
    const who = { workspaceId: user.workspace_id, userId: id }
    if (await hasLogin(tx, who))
      await services.jobs.send(tx, 'mail-password-link', { email: user.email, isReserved: true })
    else await mailClaim(tx, services, who)
    await recordAudit(tx, {
      workspaceId: user.workspace_id,
      userId: actor.userId,
      action: 'password.link_asked',
      ip: caller.ip,
      subject: { kind: 'user', id },
      details: { by: actor.name },
    })
    return undefined
  },
)
