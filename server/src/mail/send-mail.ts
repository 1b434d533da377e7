import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { JobData } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'

/** A mail server that says nothing is left alone until the next try. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A mail server of this machine is reached without TLS: what is sent to it crosses no network. */
const ownMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Never without TLS over a network: a mail server that offers none is an error, not a reason to send it open. */
function transportTo(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    requireTLS: !ownMachine.test(new URL(smtpUrl).hostname),
    ...patience,
  })
}

/** Sends one mail of the outbox unless it was canceled; a failure is kept on it and thrown, so that the job tries again later. */
export async function sendMail(
  services: Services,
  { workspaceId, mailId }: JobData['send-mail'],
): Promise<void> {
  const { db, config } = services
  const mails = db.selectFrom('mails').where('workspace_id', '=', workspaceId).where('id', '=', mailId)
  const mail = await mails
    .where('sent_at', 'is', null)
    .where('canceled_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  if (!mail || !config.smtpUrl) return
  const update = db.updateTable('mails').where('workspace_id', '=', workspaceId).where('id', '=', mailId)
  try {
    await transportTo(config.smtpUrl).sendMail({
      from: `Muster <no-reply@${new URL(config.publicUrl).hostname}>`,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      ...(mail.html ? { html: mail.html } : {}),
      // The same however often it is tried: a mail server that took it before can tell.
      messageId: `<${mail.id}@${new URL(config.publicUrl).hostname}>`,
    })
    await update.set({ sent_at: sql`now()`, error: null }).execute()
  } catch (error) {
    await update.set({ error: error instanceof Error ? error.message.slice(0, 500) : 'unknown' }).execute()
    throw error
  }
}
