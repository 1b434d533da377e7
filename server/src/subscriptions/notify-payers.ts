import { sql } from 'kysely'
import { firstLanguage, inLanguage } from '#texts'
import type { Database } from '../database/connect.ts'
import { billingEmail } from '../mail/billing-email.ts'
import { type Mailing, queueMail } from '../mail/queue-mail.ts'

export interface PayerMessage {
  subject: string
  paragraphs: string[]
}

/**
 * Emails those who pay for a workspace: its owners, each in their language, and the billing address. If no owner is
 * left, emails the superadmins.
 */
export async function notifyPayers(
  tx: Database,
  services: Mailing,
  workspaceId: string,
  compose: (timezone: string) => PayerMessage,
): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .where('role', 'in', ['owner', 'superadmin'])
    // Nothing is sent to an unconfirmed address, which may be somebody else's.
    .where(
      sql<boolean>`exists (select from logins l where l.email = users.email
        and l.workspace_id = users.workspace_id and l.user_id = users.id)`,
    )
    .orderBy('created_at')
    .select(['id', 'name', 'email', 'language', 'role'])
    .execute()
  const owners = people.filter(({ role }) => role === 'owner')
  const recipients = owners.length > 0 ? owners : people
  const account = await tx
    .selectFrom('workspaces')
    .leftJoin('billing_accounts', 'billing_accounts.workspace_id', 'workspaces.id')
    .where('workspaces.id', '=', workspaceId)
    .select(['workspaces.timezone', sql<string | null>`nullif(billing_accounts.email, '')`.as('email')])
    .executeTakeFirstOrThrow()
  const readers: { id?: string; name: string | null; email: string; language: string | null }[] = [
    ...recipients,
  ]
  if (account.email && !recipients.some(({ email }) => email === account.email))
    readers.push({ name: null, email: account.email, language: recipients[0]?.language ?? null })
  const address = `${services.config.publicUrl}/plans`
  for (const { id, name, email, language } of readers) {
    const message = inLanguage(firstLanguage(language), () => {
      const { subject, paragraphs } = compose(account.timezone)
      return billingEmail(name, subject, paragraphs, address)
    })
    await queueMail(tx, services, workspaceId, { to: email, ...(id ? { userId: id } : {}), ...message })
  }
}
