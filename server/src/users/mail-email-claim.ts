import { sql } from 'kysely'
import { firstLanguage, inLanguage } from '#texts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { JobData } from '../jobs/jobs.ts'
import { confirmAddressEmail } from '../mail/confirm-address-email.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { formatSecretToken, hashSecret, newSecretToken } from '../session/secret-token.ts'
import { markLinkSpent } from './email-claims.ts'

/** The lifetime of emailed links about a user's own sign-in. */
export const linkLifetimeMinutes = 60
/** The link's lifetime for new users, as for invitations. */
const newUserDays = 7

type Claim = JobData['mail-email-claim']

/** Locks an active user's claim. Returns whether they have a confirmed email and whether somebody else has this one. */
async function lockClaim(tx: Database, { workspaceId, userId }: Claim) {
  return tx
    .selectFrom('email_claims as c')
    .innerJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'c.workspace_id').onRef('u.id', '=', 'c.user_id'),
    )
    .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
    .where('c.workspace_id', '=', workspaceId)
    .where('c.user_id', '=', userId)
    .where('u.status', '=', 'active')
    .where('w.suspended_at', 'is', null)
    .select(['c.email', 'c.password_hash', 'u.name', 'u.language', 'w.name as workspace_name'])
    .select(
      sql<boolean>`exists (select from logins l where l.email = u.email
        and l.workspace_id = u.workspace_id and l.user_id = u.id)`.as('has_login'),
    )
    .select(
      sql<boolean>`exists (select from logins l join users o on o.workspace_id = l.workspace_id and o.id = l.user_id
        where l.email = c.email and o.id <> u.id and o.deleted_at is null)`.as('is_taken'),
    )
    .forUpdate('c')
    .executeTakeFirst()
}

/**
 * Emails the owner of a claimed address the link that confirms it. Only they learn if it already signs in to another
 * workspace.
 */
export async function writeClaimMail(tx: Database, services: Services, claim: Claim): Promise<void> {
  const found = await lockClaim(tx, claim)
  if (!found) return
  const token = newSecretToken(claim.workspaceId, claim.userId)
  const lifetime = found.has_login
    ? sql<string>`now() + make_interval(mins => ${linkLifetimeMinutes})`
    : sql<string>`now() + make_interval(days => ${newUserDays})`
  await markLinkSpent(tx, claim)
  await tx
    .updateTable('email_claims')
    .set({ hash: hashSecret(token.secret), expires_at: lifetime })
    .where('workspace_id', '=', claim.workspaceId)
    .where('user_id', '=', claim.userId)
    .execute()
  const link = `${services.config.publicUrl}/auth/confirm-email#token=${formatSecretToken(token)}`
  const message = inLanguage(firstLanguage(found.language, claim.language), () =>
    confirmAddressEmail({
      name: found.name,
      workspace: found.workspace_name,
      link,
      lifetime: found.has_login ? { minutes: linkLifetimeMinutes } : { days: newUserDays },
      isTaken: found.is_taken,
    }),
  )
  const { workspaceId, userId } = claim
  await queueMail(tx, services, workspaceId, { to: found.email, userId, ...message, isLimited: true })
}

export async function mailEmailClaim(services: Services, claim: Claim): Promise<void> {
  await writeTransaction(services.db, (tx) => writeClaimMail(tx, services, claim))
}
