import type { Language } from '@muster/contract/languages.ts'
import { sql } from 'kysely'
import { firstLanguage, inLanguage } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { JobData } from '../jobs/jobs.ts'
import { reserveRequestedMail } from '../mail/mail-limits.ts'
import { passwordLinkLetter } from '../mail/password-link-letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { formatSecretToken, hashSecret, newSecretToken } from '../session/secret-token.ts'
import { linkMinutes } from './link-life.ts'
import { writeClaimMail } from './mail-email-claim.ts'

/** Of one address, as anybody can ask for it. */
const mostClaims = 3

/** Mails those who have yet to confirm the address the link for that: there they choose a password as well. */
async function mailUnconfirmed(
  tx: Database,
  services: Services,
  email: string,
  language: Language | undefined,
): Promise<void> {
  const { rows } = await sql<{ workspaceId: string; userId: string }>`
    select c.workspace_id as "workspaceId", c.user_id as "userId"
    from email_claims c join users u on u.workspace_id = c.workspace_id and u.id = c.user_id
    where c.email = ${email} and u.email = ${email} and u.status = 'active' limit ${mostClaims}
  `.execute(tx)
  for (const claim of rows)
    await writeClaimMail(tx, services, { ...claim, ...(language ? { language } : {}) })
}

/** Mails whoever has the address, and is not suspended, a link that sets a new password once, in their language. */
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
    // Whoever asked on the sign-in page is answered the same in any case.
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
        expires_at: sql<string>`now() + make_interval(mins => ${linkMinutes})`,
      })
      .execute()
    // In the fragment, which browsers do not send: no log of a proxy has it.
    const link = `${services.config.publicUrl}/auth/reset-password#token=${formatSecretToken(token)}`
    const letter = inLanguage(firstLanguage(user.language, language), () =>
      passwordLinkLetter(user.name, link, linkMinutes),
    )
    await queueMail(tx, services, user.workspace_id, { to: email, ...letter })
    await recordAudit(tx, {
      workspaceId: user.workspace_id,
      userId: user.id,
      action: 'password.link_mailed',
      ip: null,
    })
  })
}
