import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { Database } from '../database/connect.ts'

/** A key of its own of the installation's secret, so that a copy of one table tells nothing. */
async function sealingKey(db: Database): Promise<Buffer> {
  const { secret } = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow()
  return createHash('sha256').update(`voice-secrets:${secret}`).digest()
}

/** Encrypts a secret (AES-256-GCM), bound to its place so that it cannot be moved to another workspace. */
export async function sealSecret(db: Database, secret: string, place: string): Promise<string> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await sealingKey(db), nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
}

async function openSecret(db: Database, sealed: string, place: string): Promise<string> {
  const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
  const decipher = createDecipheriv('aes-256-gcm', await sealingKey(db), nonce!)
    .setAAD(Buffer.from(place))
    .setAuthTag(tag!)
  return Buffer.concat([decipher.update(text!), decipher.final()]).toString('utf8')
}

export function placeOf(workspaceId: string, provider: VoiceProvider): string {
  return `${workspaceId}/${provider}`
}

/** The workspace's own secret with a provider, or null. */
export async function loadOwnSecret(
  db: Database,
  workspaceId: string,
  provider: VoiceProvider,
): Promise<string | null> {
  const row = await db
    .selectFrom('voice_secrets')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .select('sealed')
    .executeTakeFirst()
  return row ? openSecret(db, row.sealed, placeOf(workspaceId, provider)) : null
}
