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

/** Of the password's hash, so that a challenge dies with the password it was given for. */
function markOf(passwordHash: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(passwordHash).digest('base64url')
}

/** What whoever has shown the right password holds until they show the second factor. It opens nothing by itself. */
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

/** Who a challenge was given to, and whether it was for the password they have; null when it is not ours or too old. */
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
