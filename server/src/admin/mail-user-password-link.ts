import * as contract from '@muster/contract/admin-users.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { loadForDeed } from './present-administered-user.ts'

export const mailUserPasswordLink = handler(
  contract.mailUserPasswordLink,
  async ({ tx, actor, params: { id }, caller, services }) => {
    const user = await loadForDeed(tx, actor, id, 'mailLink')
    await reserveMail(tx, services.config, { ...actor, recipient: user.email })
    await services.jobs.send(tx, 'mail-password-link', { email: user.email, isReserved: true })
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
