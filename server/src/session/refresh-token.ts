import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * A refresh token names its workspace and session, so that it is found by primary key, and carries 256 bits of
 * secret, of which only a hash is stored.
 */
export interface RefreshToken {
  workspaceId: string
  sessionId: string
  secret: Buffer
}

const uuidBytes = 16
const secretBytes = 32

function toBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function newRefreshToken(workspaceId: string, sessionId: string): RefreshToken {
  return { workspaceId, sessionId, secret: randomBytes(secretBytes) }
}

export function formatRefreshToken({ workspaceId, sessionId, secret }: RefreshToken): string {
  return Buffer.concat([toBytes(workspaceId), toBytes(sessionId), secret]).toString('base64url')
}

/** Null for text that is no refresh token of ours. */
export function parseRefreshToken(text: string): RefreshToken | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 2 * uuidBytes + secretBytes || bytes.toString('base64url') !== text) return null
  return {
    workspaceId: toUuid(bytes.subarray(0, uuidBytes)),
    sessionId: toUuid(bytes.subarray(uuidBytes, 2 * uuidBytes)),
    secret: bytes.subarray(2 * uuidBytes),
  }
}

export function hashSecret(secret: Buffer): string {
  return createHash('sha256').update(secret).digest('hex')
}

/**
 * The one successor of a token: repeats of a refresh, in two tabs or after a lost answer, all get it. It takes
 * the parent's secret and the installation's key, so neither the database nor the parent alone gives it away.
 */
export function successorOf(token: RefreshToken, key: Uint8Array): RefreshToken {
  return { ...token, secret: createHmac('sha256', key).update(token.secret).digest() }
}
