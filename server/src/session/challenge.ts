import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Database } from '../database/connect.ts'
import { databaseSeconds } from '../database/database-clock.ts'
import { signingKeys } from './signing-key.ts'

const minutes = 5
const audience = 'muster-second-factor'

interface Challenged {
  workspaceId: string
  userId: string
}

/** Derived from the password's hash, so that a challenge becomes invalid with its password. */
function markOf(passwordHash: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(passwordHash).digest('base64url')
}

/**
 * Signs the challenge that a user gets after the right password, to be completed by the second factor. It grants
 * nothing by itself.
 */
export async function signChallenge(db: Database, who: Challenged, passwordHash: string): Promise<string> {
  const { challenge: key } = await signingKeys(db)
  const now = await databaseSeconds(db)
  return new SignJWT({ wid: who.workspaceId, pwd: markOf(passwordHash, key) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(who.userId)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + minutes * 60)
    .sign(key)
}

/**
 * Returns whom a challenge was issued to, and whether the password is still the same; null when it is foreign or
 * expired.
 */
export async function readChallenge(
  db: Database,
  token: string,
): Promise<(Challenged & { isFor(passwordHash: string): boolean }) | null> {
  const { challenge: key } = await signingKeys(db)
  try {
    const currentDate = new Date((await databaseSeconds(db)) * 1000)
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience, currentDate })
    return {
      workspaceId: String(payload.wid),
      userId: String(payload.sub),
      isFor: (passwordHash) => payload.pwd === markOf(passwordHash, key),
    }
  } catch {
    return null
  }
}
