import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { invalid } from '../http/app-error.ts'
import { limitLinkGuesses } from '../session/limit-link-guesses.ts'
import { hashSecret, parseSecretToken, type SecretToken } from '../session/secret-token.ts'

async function find(db: Database, token: SecretToken | null) {
  if (!token) return undefined
  return db
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .leftJoin('users as inviters', (join) =>
      join
        .onRef('inviters.workspace_id', '=', 'invitations.workspace_id')
        .onRef('inviters.id', '=', 'invitations.invited_by'),
    )
    .where('invitations.workspace_id', '=', token.workspaceId)
    .where('invitations.id', '=', token.id)
    .where('invitations.hash', '=', hashSecret(token.secret))
    .selectAll('invitations')
    .select(['workspaces.name as workspace_name', 'workspaces.suspended_at', 'inviters.name as inviter_name'])
    .select(sql<boolean>`invitations.expires_at <= now()`.as('is_expired'))
    .executeTakeFirst()
}

/** Only whoever holds a link that was once good learns what became of it. */
function whyNot(invitation: NonNullable<Awaited<ReturnType<typeof find>>>): string | null {
  if (invitation.accepted_at) return t`This invitation was used already. Sign in.`
  if (invitation.revoked_at) return t`This invitation was taken back. Ask whoever invited you.`
  if (invitation.is_expired) return t`This invitation has expired. Ask for it to be sent again.`
  if (invitation.suspended_at) return t`This workspace is suspended`
  return null
}

/**
 * The invitation a link leads to. Guessed links are counted, so call it outside of a transaction.
 * @throws VALIDATION of `token`, RATE_LIMITED
 */
export async function findByLink(db: Database, link: string, ip: string) {
  const token = parseSecretToken(link)
  const invitation = await limitLinkGuesses(db, token, ip, () => find(db, token))
  if (!invitation)
    throw invalid('token', t`This link does not work. It may have been replaced by a newer one.`)
  const reason = whyNot(invitation)
  if (reason) throw invalid('token', reason)
  return invitation
}
