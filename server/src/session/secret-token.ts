import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * What a person holds to be known by: a refresh token, or the link that sets a password. It names its workspace
 * and row, so that it is found by primary key, and carries 256 bits of secret, of which only a hash is stored.
 */
export interface SecretToken {
  workspaceId: string
  /** Of the session, or of whatever else it opens. */
  id: string
  secret: Buffer
}

const uuidBytes = 16
const secretBytes = 32
/** 64 bits: enough to tell the generations of one session apart. */
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

/** Null for text that is no token of ours. */
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

/** Names a refresh token in the access tokens issued with it: the first characters of its hash. */
export function generationOf(hash: string): string {
  return hash.slice(0, generationLength)
}

/**
 * The one successor of a refresh token: repeats of a refresh, in two tabs or after a lost answer, all get it. It
 * takes the parent's secret and the installation's key, so neither the database nor the parent alone gives it away.
 */
export function successorOf(token: SecretToken, key: Uint8Array): SecretToken {
  return { ...token, secret: createHmac('sha256', key).update(token.secret).digest() }
}
