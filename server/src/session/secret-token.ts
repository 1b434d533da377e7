import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * A bearer secret: a refresh token, or the link that sets a password. It names its workspace and row, to be found by
 * primary key, and carries 256 random bits, of which only a hash is stored.
 */
export interface SecretToken {
  workspaceId: string
  /** The id of the session or row that it opens. */
  id: string
  secret: Buffer
}

const uuidBytes = 16
const secretBytes = 32
/** 64 bits: enough to distinguish the generations of one session. */
export const generationLength = 16

function toBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function newSecretToken(workspaceId: string, id: string): SecretToken {
  return { workspaceId, id, secret: randomBytes(secretBytes) }
}

export function formatSecretToken({ workspaceId, id, secret }: SecretToken): string {
  return Buffer.concat([toBytes(workspaceId), toBytes(id), secret]).toString('base64url')
}

/** Returns null for text that is no token of ours. */
export function parseSecretToken(text: string): SecretToken | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 2 * uuidBytes + secretBytes || bytes.toString('base64url') !== text) return null
  return {
    workspaceId: toUuid(bytes.subarray(0, uuidBytes)),
    id: toUuid(bytes.subarray(uuidBytes, 2 * uuidBytes)),
    secret: bytes.subarray(2 * uuidBytes),
  }
}

export function hashSecret(secret: Buffer): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Returns the beginning of a refresh token's hash, which identifies it in the access tokens issued with it. */
export function generationOf(hash: string): string {
  return hash.slice(0, generationLength)
}

/**
 * Derives the only successor of a refresh token: repeated refreshes, in two tabs or after a lost response, all get it.
 * It needs the parent's secret and the installation's key, so neither the database nor the parent alone reveals it.
 */
export function successorOf(token: SecretToken, key: Uint8Array): SecretToken {
  return { ...token, secret: createHmac('sha256', key).update(token.secret).digest() }
}
