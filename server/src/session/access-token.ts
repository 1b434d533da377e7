import { jwtVerify, SignJWT } from 'jose'
import { t } from '#texts'
import { AppError } from '../app-error.ts'

export const accessTokenSeconds = 15 * 60

const audience = 'muster-access'

export interface AccessClaims {
  userId: string
  workspaceId: string
  sessionId: string
  /** Identifies the refresh token it was issued with; an impersonation has none. */
  generation?: string | undefined
}

/** A token's claims and its expiry, in epoch seconds. */
export type VerifiedClaims = AccessClaims & { expiresAt: number }

/** Signs a JWT that is valid for 15 minutes. `now` is the database's clock, in epoch seconds, so that nodes agree. */
export function signAccessToken(
  claims: AccessClaims,
  key: CryptoKey,
  now: number,
  seconds = accessTokenSeconds,
): Promise<string> {
  return new SignJWT({ wid: claims.workspaceId, sid: claims.sessionId, gen: claims.generation })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.userId)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(key)
}

/** For checking the signature only: no token has expired by then. */
const anyTime = new Date(0)

/**
 * Verifies a token but not its expiry: the caller compares it with the database's clock, since those of the nodes may
 * differ.
 * @throws UNAUTHENTICATED for a foreign token, or one not for access
 */
export async function verifyAccessToken(token: string, key: CryptoKey): Promise<VerifiedClaims> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience,
      requiredClaims: ['exp'],
      currentDate: anyTime,
    })
    return {
      userId: String(payload.sub),
      workspaceId: String(payload.wid),
      sessionId: String(payload.sid),
      generation: typeof payload.gen === 'string' ? payload.gen : undefined,
      expiresAt: Number(payload.exp),
    }
  } catch {
    throw new AppError('UNAUTHENTICATED', t`Your session has ended. Sign in again.`)
  }
}
