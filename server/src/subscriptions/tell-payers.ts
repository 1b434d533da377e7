import { sql } from 'kysely'
import { firstLanguage, inLanguage } from '#texts'
import type { Database } from '../database/connect.ts'
import { billingLetter } from '../mail/billing-letter.ts'
import { type Mailing, queueMail } from '../mail/queue-mail.ts'

/** What a letter says, worded in the language that is spoken. */
export interface PayerNews {
  subject: string
  news: string[]
}

/**
 * Mails whoever pays for a workspace: its owners, each in their language, and the address that invoices go to. Whoever
 * runs the installation hears of it where no owner is left.
 */
export async function tellPayers(
  tx: Database,
  services: Mailing,
  workspaceId: string,
  say: (timezone: string) => PayerNews,
): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .where('role', 'in', ['owner', 'superadmin'])
    // Nothing is mailed to an address that may be somebody else's.
    .where(
      sql<boolean>`exists (select from logins l where l.email = users.email
        and l.workspace_id = users.workspace_id and l.user_id = users.id)`,
    )
    .orderBy('created_at')
    .select(['name', 'email', 'language', 'role'])
    .execute()
  const owners = people.filter(({ role }) => role === 'owner')
  const told = owners.length > 0 ? owners : people
  const account = await tx
    .selectFrom('workspaces')
    .leftJoin('billing_accounts', 'billing_accounts.workspace_id', 'workspaces.id')
    .where('workspaces.id', '=', workspaceId)
    .select(['workspaces.timezone', sql<string | null>`nullif(billing_accounts.email, '')`.as('email')])
    .executeTakeFirstOrThrow()
  const readers: { name: string | null; email: string; language: string | null }[] = [...told]
  if (account.email && !told.some(({ email }) => email === account.email))
    readers.push({ name: null, email: account.email, language: told[0]?.language ?? null })
  const address = `${services.config.publicUrl}/plans`
  for (const { name, email, language } of readers) {
    const letter = inLanguage(firstLanguage(language), () => {
      const { subject, news } = say(account.timezone)
      return billingLetter(name, subject, news, address)
    })
    await queueMail(tx, services, workspaceId, { to: email, ...letter })
  }
}
