import { sql } from 'kysely'
import { firstLanguage, inLanguage } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { JobData } from '../jobs/jobs.ts'
import { reserveRequestedMail } from '../mail/mail-limits.ts'
import { passwordLinkLetter } from '../mail/password-link-letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { welcomeLetter } from '../mail/welcome-letter.ts'
import type { Services } from '../services.ts'
import { formatSecretToken, hashSecret, newSecretToken } from '../session/secret-token.ts'

export const linkMinutes = 60

/** Mails whoever has the address, and is not suspended, a link that sets a new password once, in their language. */
export async function mailPasswordLink(
  services: Services,
  { email, language, welcome, isReserved }: JobData['mail-password-link'],
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
    if (!user) return
    // Whoever asked on the sign-in page is answered the same in any case.
    if (!isReserved && !(await reserveRequestedMail(tx, email))) return
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
    const link = `${services.config.publicUrl}/auth/reset-password?token=${formatSecretToken(token)}`
    const letter = inLanguage(firstLanguage(user.language, language), () =>
      welcome
        ? welcomeLetter(user.name, user.workspace_name, link, linkMinutes)
        : passwordLinkLetter(user.name, link, linkMinutes),
    )
    await queueMail(tx, services, user.workspace_id, { to: email, ...letter, isLimited: welcome ?? false })
    await recordAudit(tx, {
      workspaceId: user.workspace_id,
      userId: user.id,
      action: 'password.link_mailed',
      ip: null,
    })
  })
}
