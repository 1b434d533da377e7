import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Database } from '../database/connect.ts'

/** A secret's purpose, which has a key of its own, and its place, so that it cannot be moved to another row. */
export interface SealedFor {
  purpose: 'voice-secrets' | 'voice-accounts' | 'browser-calls' | 'webhook-secrets' | 'second-factors'
  place: string
}

async function installationSecret(db: Database): Promise<string> {
  const { secret } = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow()
  return secret
}

/** Derived from the installation's secret, so that a copy of one table is useless. */
function sealingKey(installationSecret: string, { purpose }: SealedFor): Buffer {
  return createHash('sha256').update(`${purpose}:${installationSecret}`).digest()
}

/** Encrypts a secret with the given installation secret (AES-256-GCM). */
export function sealWith(installationSecret: string, secret: string, what: SealedFor): string {
  const nonce = randomBytes(12)
  const key = sealingKey(installationSecret, what)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(what.place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

/** @throws when it was encrypted with another secret, for something else, or altered */
export function openWith(installationSecret: string, sealed: string, what: SealedFor): string {
  const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
  const key = sealingKey(installationSecret, what)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce!, { authTagLength: 16 })
    .setAAD(Buffer.from(what.place))
    .setAuthTag(tag!)
  return Buffer.concat([decipher.update(text!), decipher.final()]).toString('utf8')
}

/** Encrypts a secret that must be readable later. */
export async function sealSecret(db: Database, secret: string, what: SealedFor): Promise<string> {
  return sealWith(await installationSecret(db), secret, what)
}

/** @throws when it was encrypted for something else, or altered */
export async function openSecret(db: Database, sealed: string, what: SealedFor): Promise<string> {
  return openWith(await installationSecret(db), sealed, what)
}
