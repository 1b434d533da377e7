import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Services } from '../services.ts'
import { nextMailSlot } from './mail-limits.ts'
import type { Email } from './write-email.ts'

/** The services needed to queue an email. */
export type Mailing = Pick<Services, 'config' | 'jobs'>

export interface Attachment {
  name: string
  contentType: string
  content: Buffer
}

interface Mail extends Omit<Email, 'html'> {
  to: string
  html?: string
  /** The user it is for. If they are suspended or deleted first, the email is not sent. */
  userId?: string
  /** The invitation that the email links to. If it becomes void first, the email is not sent. */
  invitationId?: string
  /** Another user causes the email, so the mailbox's limit across all workspaces applies. */
  isLimited?: boolean
  attachments?: readonly Attachment[]
  /** Unsubscribes when a mail program calls it (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * Inserts an email into the outbox and, if a mail server is configured, queues the job that sends it, in the same
 * transaction. Above the mailbox's limit it is sent later, and canceled if it would have to wait for days.
 * @returns its ID
 */
export async function queueMail(
  tx: Database,
  services: Mailing,
  workspaceId: string,
  { to, subject, text, html, userId, invitationId, isLimited = false, attachments, unsubscribeUrl }: Mail,
): Promise<string> {
  const id = newId()
  const afterSeconds = isLimited ? await nextMailSlot(tx, to) : 0
  await tx
    .insertInto('mails')
    .values({
      workspace_id: workspaceId,
      id,
      recipient: to,
      subject,
      body: text,
      html: html ?? null,
      user_id: userId ?? null,
      invitation_id: invitationId ?? null,
      unsubscribe_url: unsubscribeUrl ?? null,
      canceled_at: afterSeconds === null ? sql`now()` : null,
    })
    .execute()
  if (attachments?.length)
    await tx
      .insertInto('mail_attachments')
      .values(
        attachments.map(({ name, contentType, content }, place) => ({
          workspace_id: workspaceId,
          mail_id: id,
          place,
          name,
          content_type: contentType,
          content,
        })),
      )
      .execute()
  if (services.config.smtpUrl && afterSeconds !== null)
    await services.jobs.send(tx, 'send-mail', { workspaceId, mailId: id }, { afterSeconds })
  return id
}

/** Cancels the emails of invitations that are not sent yet, as their links are void. */
export async function cancelInvitationMails(
  tx: Database,
  workspaceId: string,
  invitationIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ canceled_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`invitation_id = any(${invitationIds}::uuid[])`)
    .where('sent_at', 'is', null)
    .where('canceled_at', 'is', null)
    .execute()
}
