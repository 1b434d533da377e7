import { databaseSeconds } from '../database/database-clock.ts'
import type { Services } from '../services.ts'
import { accessTokenSeconds, signAccessToken } from './access-token.ts'
import { presentCurrentUser } from './present-current-user.ts'
import { formatSecretToken, generationOf, hashSecret, type SecretToken } from './secret-token.ts'
import { signingKeys } from './signing-key.ts'

/** Returns the response of login and refresh: both tokens and the user. */
export async function issueTokens(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
  refreshToken: SecretToken,
) {
  const { workspaceId, id: sessionId } = refreshToken
  const keys = await signingKeys(db)
  const now = await databaseSeconds(db)
  const generation = generationOf(hashSecret(refreshToken.secret))
  return {
    access_token: await signAccessToken({ userId, workspaceId, sessionId, generation }, keys.access, now),
    refresh_token: formatSecretToken(refreshToken),
    token_type: 'Bearer' as const,
    expires_in: accessTokenSeconds,
    user: await presentCurrentUser(db, config, workspaceId, userId),
  }
}
