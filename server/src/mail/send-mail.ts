import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Database } from '../database/connect.ts'
import type { JobData } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'

/** A silent mail server is given up until the job is retried. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A mail server on this machine is reached without TLS, since nothing crosses a network. */
const localHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** Over a network TLS is required: a mail server without it is an error, never a reason to send in the clear. */
function transportTo(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    requireTLS: !localHost.test(new URL(smtpUrl).hostname),
    ...timeouts,
  })
}

/** Returns whether a user is neither suspended nor deleted. */
async function isActive(db: Database, workspaceId: string, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .select('id')
    .executeTakeFirst()
  return user !== undefined
}

async function loadAttachments(db: Database, { workspaceId, mailId }: JobData['send-mail']) {
  const rows = await db
    .selectFrom('mail_attachments')
    .where('workspace_id', '=', workspaceId)
    .where('mail_id', '=', mailId)
    .orderBy('place')
    .select(['name', 'content_type', 'content'])
    .execute()
  return rows.map(({ name, content_type, content }) => ({
    filename: name,
    contentType: content_type,
    content,
  }))
}

/** Deletes the files of an email that is not sent again. They have personal data. */
async function dropAttachments(db: Database, { workspaceId, mailId }: JobData['send-mail']): Promise<void> {
  await db
    .deleteFrom('mail_attachments')
    .where('workspace_id', '=', workspaceId)
    .where('mail_id', '=', mailId)
    .execute()
}

/** The headers by which mail programs offer to unsubscribe with one click. */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (!url) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/**
 * Sends one email of the outbox unless it was canceled or its user may not sign in any more. A failure is stored in its row and thrown, so that the job
 * retries.
 */
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
  if (mail.user_id && !(await isActive(db, workspaceId, mail.user_id))) {
    await update.set({ canceled_at: sql`now()` }).execute()
    await dropAttachments(db, { workspaceId, mailId })
    return
  }
  try {
    await transportTo(config.smtpUrl).sendMail({
      from: `Muster <no-reply@${new URL(config.publicUrl).hostname}>`,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      ...(mail.html ? { html: mail.html } : {}),
      attachments: await loadAttachments(db, { workspaceId, mailId }),
      headers: unsubscribeHeaders(mail.unsubscribe_url),
      // The same in every attempt, so that a mail server that has already accepted the email can recognize it.
      messageId: `<${mail.id}@${new URL(config.publicUrl).hostname}>`,
    })
    await update.set({ sent_at: sql`now()`, error: null }).execute()
    await dropAttachments(db, { workspaceId, mailId })
  } catch (error) {
    await update.set({ error: error instanceof Error ? error.message.slice(0, 500) : 'unknown' }).execute()
    throw error
  }
}
