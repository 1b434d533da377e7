import type { Database } from '../database/connect.ts'
import { limitGuesses, type Target } from './login-failures.ts'
import type { SecretToken } from './secret-token.ts'

/**
 * Runs `find`, which looks up a mailed link, and limits attempts by network address and by link. A link that was once
 * valid is no guess: `find` should return used and expired ones too.
 * @param token null for text that cannot be a link
 * @throws RATE_LIMITED
 */
export function limitLinkGuesses<Found>(
  db: Database,
  token: SecretToken | null,
  ip: string,
  find: () => Promise<Found>,
): Promise<Found> {
  const targets: Target[] = [
    ['address', ip],
    ['linksFrom', ip],
  ]
  if (token) targets.push(['link', `${token.workspaceId}/${token.id}`])
  return limitGuesses(db, targets, find)
}
