import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Database } from '../database/connect.ts'

/** What a secret is for, which gives it a key of its own, and where it stands, so that it cannot be moved. */
interface SealedFor {
  purpose: 'voice-secrets' | 'webhook-secrets' | 'second-factors'
  place: string
}

/** Made of the installation's secret, so that a copy of one table tells nothing. */
async function sealingKey(db: Database, { purpose }: SealedFor): Promise<Buffer> {
  const { secret } = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow()
  return createHash('sha256').update(`${purpose}:${secret}`).digest()
}

/** Encrypts a secret that has to be read again (AES-256-GCM). */
export async function sealSecret(db: Database, secret: string, what: SealedFor): Promise<string> {
  const nonce = randomBytes(12)
  const key = await sealingKey(db, what)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(what.place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

/** @throws when it was sealed for something else, or altered */
export async function openSecret(db: Database, sealed: string, what: SealedFor): Promise<string> {
  const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
  const decipher = createDecipheriv('aes-256-gcm', await sealingKey(db, what), nonce!, { authTagLength: 16 })
    .setAAD(Buffer.from(what.place))
    .setAuthTag(tag!)
  return Buffer.concat([decipher.update(text!), decipher.final()]).toString('utf8')
}
