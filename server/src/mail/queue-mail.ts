import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Services } from '../services.ts'
import { nextMailSlot } from './mail-limits.ts'
import type { Letter } from './write-letter.ts'

/** What it takes to mail somebody. */
export type Mailing = Pick<Services, 'config' | 'jobs'>

interface Mail extends Omit<Letter, 'html'> {
  to: string
  html?: string
  /** The invitation whose link it carries: once that is void, the mail is not sent. */
  invitationId?: string
  /** Somebody else causes it, so the mailbox gets only so many of them, whatever workspace they come from. */
  isLimited?: boolean
}

/**
 * Writes a mail into the outbox and, where a mail server is set, queues its sending in the same transaction. One above
 * the limit of its mailbox is sent later, and canceled if it would have to wait for days.
 */
export async function queueMail(
  tx: Database,
  services: Mailing,
  workspaceId: string,
  { to, subject, text, html, invitationId, isLimited = false }: Mail,
): Promise<void> {
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
      invitation_id: invitationId ?? null,
      canceled_at: afterSeconds === null ? sql`now()` : null,
    })
    .execute()
  if (services.config.smtpUrl && afterSeconds !== null)
    await services.jobs.send(tx, 'send-mail', { workspaceId, mailId: id }, { afterSeconds })
}

/** Cancels the mails of an invitation that were not sent yet: their link is void. */
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
