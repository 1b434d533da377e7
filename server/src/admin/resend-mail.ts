import * as contract from '@muster/contract/admin.ts'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { reserveMail } from '../mail/mail-limits.ts'

export const resendMail = handler(
  contract.resendMail,
  async ({ tx, actor, params: { id }, caller, services }) => {
    const mail = await tx
      .selectFrom('mails')
      .where('id', '=', id)
      .select(['workspace_id', 'subject', 'recipient', 'canceled_at'])
      .executeTakeFirst()
    if (!mail) throw notFound(t`Email`)
    if (!services.config.smtpUrl)
      throw conflict(t`No mail server is configured (SMTP_URL). Emails are stored but not sent.`)
    if (mail.canceled_at) throw conflict(t`This email was canceled because its link no longer works`)
    await reserveMail(tx, services.config, { ...actor, recipient: mail.recipient })
    await tx
      .updateTable('mails')
      .set({ sent_at: null, error: null })
      .where('workspace_id', '=', mail.workspace_id)
      .where('id', '=', id)
      .execute()
    await services.jobs.send(tx, 'send-mail', { workspaceId: mail.workspace_id, mailId: id })
    await recordAudit(tx, {
      workspaceId: mail.workspace_id,
      userId: actor.userId,
      action: 'mail.resent',
      ip: caller.ip,
      subject: { kind: 'mail', id },
      details: { subject: mail.subject, by: actor.name },
    })
    return undefined
  },
)
