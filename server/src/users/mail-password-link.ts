import type { Language } from '@muster/contract/languages.ts'
import { sql } from 'kysely'
import { firstLanguage, inLanguage } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { JobData } from '../jobs/jobs.ts'
import { reserveRequestedMail } from '../mail/mail-limits.ts'
import { passwordLinkEmail } from '../mail/password-link-email.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { formatSecretToken, hashSecret, newSecretToken } from '../session/secret-token.ts'
import { linkLifetimeMinutes, writeClaimMail } from './mail-email-claim.ts'

/** Limits the emails to one address, since anybody can request them. */
const maxClaims = 3

/** Emails users who have not confirmed the address the link for that, where they choose a password too. */
async function mailUnconfirmed(
  tx: Database,
  services: Services,
  email: string,
  language: Language | undefined,
): Promise<void> {
  const { rows } = await sql<{ workspaceId: string; userId: string }>`
    select c.workspace_id as "workspaceId", c.user_id as "userId"
    from email_claims c join users u on u.workspace_id = c.workspace_id and u.id = c.user_id
    where c.email = ${email} and u.email = ${email} and u.status = 'active' limit ${maxClaims}
  `.execute(tx)
  for (const claim of rows)
    await writeClaimMail(tx, services, { ...claim, ...(language ? { language } : {}) })
}

/** Emails the active user with this address a link that sets a new password once, in their language. */
export async function mailPasswordLink(
  services: Services,
  { email, language, isReserved }: JobData['mail-password-link'],
): Promise<void> {
  await writeTransaction(services.db, async (tx) => {
    const user = await tx
      .selectFrom('logins')
      .innerJoin('users', (join) =>
        join.onRef('users.workspace_id', '=', 'logins.workspace_id').onRef('users.id', '=', 'logins.user_id'),
      )
      .innerJoin('workspaces', 'workspaces.id', 'logins.workspace_id')
      .where('logins.email', '=', email)
      .where('users.status', '=', 'active')
      .where('workspaces.suspended_at', 'is', null)
      .select(['users.workspace_id', 'users.id', 'users.name', 'users.language'])
      .select('workspaces.name as workspace_name')
      .executeTakeFirst()
    // A request from the sign-in page gets the same response either way.
    if (!isReserved && !(await reserveRequestedMail(tx, email))) return
    if (!user) return mailUnconfirmed(tx, services, email, language)
    const token = newSecretToken(user.workspace_id, newId())
    await tx
      .insertInto('password_tokens')
      .values({
        workspace_id: token.workspaceId,
        id: token.id,
        user_id: user.id,
        hash: hashSecret(token.secret),
        expires_at: sql<string>`now() + make_interval(mins => ${linkLifetimeMinutes})`,
      })
      .execute()
    // The token is in the fragment, which browsers do not send, so no proxy logs it.
    const link = `${services.config.publicUrl}/auth/reset-password#token=${formatSecretToken(token)}`
    const message = inLanguage(firstLanguage(user.language, language), () =>
      passwordLinkEmail(user.name, link, linkLifetimeMinutes),
    )
    await queueMail(tx, services, user.workspace_id, { to: email, userId: user.id, ...message })
    await recordAudit(tx, {
      workspaceId: user.workspace_id,
      userId: user.id,
      action: 'password.link_mailed',
      ip: null,
    })
  })
}
