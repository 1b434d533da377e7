import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database/connect.ts'
import { signingKeys } from '../session/signing-key.ts'

/** Whose subscription to which schedule a link changes. */
export interface Subscription {
  workspaceId: string
  scheduleId: string
  userId: string
}

const uuidBytes = 16
const idBytes = 3 * uuidBytes
const signatureBytes = 32

const toBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const toUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

async function sign(db: Database, ids: Buffer): Promise<Buffer> {
  const { subscription } = await signingKeys(db)
  return createHmac('sha256', subscription).update(ids).digest()
}

/** Returns the token of a link that changes a subscription. It needs no row: the installation's key signs it. */
export async function subscriptionToken(db: Database, subscription: Subscription): Promise<string> {
  const { workspaceId, scheduleId, userId } = subscription
  const ids = Buffer.concat([toBytes(workspaceId), toBytes(scheduleId), toBytes(userId)])
  return Buffer.concat([ids, await sign(db, ids)]).toString('base64url')
}

/** Returns null for text that is no token of ours. */
export async function readSubscriptionToken(db: Database, token: string): Promise<Subscription | null> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return null
  const ids = bytes.subarray(0, idBytes)
  if (!timingSafeEqual(bytes.subarray(idBytes), await sign(db, ids))) return null
  const [workspaceId, scheduleId, userId] = [0, 1, 2].map((place) =>
    toUuid(ids.subarray(place * uuidBytes, (place + 1) * uuidBytes)),
  ) as [string, string, string]
  return { workspaceId, scheduleId, userId }
}
