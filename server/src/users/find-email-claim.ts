import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { limitLinkGuesses } from '../session/limit-link-guesses.ts'
import { hashSecret, parseSecretToken, type SecretToken } from '../session/secret-token.ts'

async function find(db: Database, token: SecretToken | null) {
  if (!token) return undefined
  return db
    .selectFrom('email_claims as c')
    .innerJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'c.workspace_id').onRef('u.id', '=', 'c.user_id'),
    )
    .innerJoin('workspaces as w', 'w.id', 'c.workspace_id')
    .where('c.workspace_id', '=', token.workspaceId)
    .where('c.user_id', '=', token.id)
    .where('c.hash', '=', hashSecret(token.secret))
    .where('u.deleted_at', 'is', null)
    .select(['c.workspace_id', 'c.user_id', 'c.email', 'c.hash', 'c.password_hash', 'c.session_id'])
    .select(['u.name', 'u.status', 'u.email as current_email', 'w.name as workspace_name', 'w.suspended_at'])
    .select(sql<boolean>`c.expires_at <= now()`.as('is_expired'))
    .select(
      sql<boolean>`exists (select from logins l where l.email = u.email
        and l.workspace_id = u.workspace_id and l.user_id = u.id)`.as('has_login'),
    )
    .executeTakeFirst()
}

/** Returns whether the link was once valid: it confirmed an address, or was replaced or canceled. */
async function isSpent(db: Database, token: SecretToken | null): Promise<boolean> {
  if (!token) return false
  const link = await db
    .selectFrom('spent_email_links')
    .where('workspace_id', '=', token.workspaceId)
    .where('user_id', '=', token.id)
    .where('hash', '=', hashSecret(token.secret))
    .select('spent_at')
    .executeTakeFirst()
  return link !== undefined
}

export type FoundClaim = NonNullable<Awaited<ReturnType<typeof find>>>

/** Returns why a valid link cannot be used now, or null. */
function claimRefusal(claim: FoundClaim): string | null {
  if (claim.is_expired) return t`This link has expired. Ask for a new one.`
  if (claim.suspended_at) return t`This workspace is suspended`
  if (claim.status !== 'active') return t`This account is suspended`
  return null
}

/** The error for a link that was used, replaced or canceled, or never existed. */
export function voidLink() {
  return invalid('token', t`This link was already used or replaced by a newer one.`)
}

/**
 * Finds the claim that a link confirms. Counts invalid links, so call it outside a transaction.
 * @throws VALIDATION of `token`, RATE_LIMITED
 */
export async function findEmailClaim(db: Database, link: string, ip: string): Promise<FoundClaim> {
  const token = parseSecretToken(link)
  const claim = await limitLinkGuesses(db, token, ip, async () => {
    return (await find(db, token)) ?? ((await isSpent(db, token)) ? 'spent' : null)
  })
  if (claim === null || claim === 'spent') throw voidLink()
  const reason = claimRefusal(claim)
  if (reason) throw invalid('token', reason)
  return claim
}
