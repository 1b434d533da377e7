import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
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

/** Only the holder of a once valid link learns why it no longer works. */
function invitationRefusal(invitation: NonNullable<Awaited<ReturnType<typeof find>>>): string | null {
  if (invitation.accepted_at) return t`This invitation has already been used. Sign in instead.`
  if (invitation.revoked_at) return t`This invitation was revoked. Contact the person who invited you.`
  if (invitation.is_expired) return t`This invitation has expired. Ask for a new one.`
  if (invitation.suspended_at) return t`This workspace is suspended`
  return null
}

/**
 * Finds the invitation of a link. Counts invalid links, so call it outside a transaction.
 * @throws VALIDATION of `token`, RATE_LIMITED
 */
export async function findInvitationByLink(db: Database, link: string, ip: string) {
  const token = parseSecretToken(link)
  const invitation = await limitLinkGuesses(db, token, ip, () => find(db, token))
  if (!invitation)
    throw invalid('token', t`This link is not valid. It may have been replaced by a newer one.`)
  const reason = invitationRefusal(invitation)
  if (reason) throw invalid('token', reason)
  return invitation
}
