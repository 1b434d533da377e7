import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Services } from '../services.ts'

interface Mail {
  to: string
  subject: string
  text: string
}

/** Writes a mail into the outbox and, where a mail server is set, queues its sending in the same transaction. */
export async function queueMail(
  tx: Database,
  services: Services,
  workspaceId: string,
  mail: Mail,
): Promise<void> {
  const id = newId()
  await tx
    .insertInto('mails')
    .values({ workspace_id: workspaceId, id, recipient: mail.to, subject: mail.subject, body: mail.text })
    .execute()
  if (services.config.smtpUrl) await services.jobs.send(tx, 'send-mail', { workspaceId, mailId: id })
}
