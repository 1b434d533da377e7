import { createHash } from 'node:crypto'
import type { Database } from '../database/connect.ts'

export interface SigningKeys {
  /** Signs access tokens. Imported once, since that takes as long as verifying a token. */
  access: CryptoKey
  /** Derives the successor of a refresh token. */
  refresh: Uint8Array
  /** Signs challenges between password and second factor. */
  challenge: Uint8Array
  /** Signs the links that unsubscribe from emailed reports. */
  subscription: Uint8Array
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
  return {
    access,
    refresh: derive('refresh'),
    challenge: derive('challenge'),
    subscription: derive('subscription'),
  }
}

/** Returns the installation's keys, read once for each database. */
export function signingKeys(db: Database): Promise<SigningKeys> {
  let keys = cache.get(db)
  if (!keys) {
    keys = load(db)
    cache.set(db, keys)
    // A failure must not be cached.
    keys.catch(() => cache.delete(db))
  }
  return keys
}
