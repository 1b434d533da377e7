import { jwtVerify, SignJWT } from 'jose'
import { t } from '#texts'
import { AppError } from '../http/app-error.ts'

export const accessTokenSeconds = 15 * 60

const audience = 'muster-access'

export interface AccessClaims {
  userId: string
  workspaceId: string
  sessionId: string
}

/** Signs a JWT that lives 15 minutes. `now` is the database's clock, in epoch seconds, so that nodes agree. */
export function signAccessToken(
  claims: AccessClaims,
  key: Uint8Array,
  now: number,
  seconds = accessTokenSeconds,
): Promise<string> {
  return new SignJWT({ wid: claims.workspaceId, sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.userId)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(key)
}

/** @throws UNAUTHENTICATED for a token that is not ours, not for access, or too old */
export async function verifyAccessToken(token: string, key: Uint8Array): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience, clockTolerance: 5 })
    return {
      userId: String(payload.sub),
      workspaceId: String(payload.wid),
      sessionId: String(payload.sid),
    }
  } catch {
    throw new AppError('UNAUTHENTICATED', t`Your session has ended. Sign in again.`)
  }
}
