import { createHash } from 'node:crypto'
import type { Database } from '../database/connect.ts'

export interface SigningKeys {
  /** For access tokens; made ready once, for it takes as long as verifying a token with it. */
  access: CryptoKey
  /** For deriving the successor of a refresh token. */
  refresh: Uint8Array
  /** For what stands between the password and the second factor. */
  challenge: Uint8Array
}

const cache = new WeakMap<object, Promise<SigningKeys>>()

async function load(db: Database): Promise<SigningKeys> {
  const { secret } = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow()
  const derive = (purpose: string) => createHash('sha256').update(`${purpose}:${secret}`).digest()
  const access = await crypto.subtle.importKey(
    'raw',
    derive('access'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  )
  return { access, refresh: derive('refresh'), challenge: derive('challenge') }
}

/** The installation's keys, read once for each database. */
export function signingKeys(db: Database): Promise<SigningKeys> {
  let keys = cache.get(db)
  if (!keys) {
    keys = load(db)
    cache.set(db, keys)
    // A database that was away for a moment must not be remembered as a failure.
    keys.catch(() => cache.delete(db))
  }
  return keys
}
