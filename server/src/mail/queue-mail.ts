import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Services } from '../services.ts'
import type { Letter } from './write-letter.ts'

/** What it takes to mail somebody. */
export type Mailing = Pick<Services, 'config' | 'jobs'>

/** Writes a mail into the outbox and, where a mail server is set, queues its sending in the same transaction. */
export async function queueMail(
  tx: Database,
  services: Mailing,
  workspaceId: string,
  { to, subject, text, html }: Omit<Letter, 'html'> & { to: string; html?: string },
): Promise<void> {
  const id = newId()
  await tx
    .insertInto('mails')
    .values({ workspace_id: workspaceId, id, recipient: to, subject, body: text, html: html ?? null })
    .execute()
  if (services.config.smtpUrl) await services.jobs.send(tx, 'send-mail', { workspaceId, mailId: id })
}
