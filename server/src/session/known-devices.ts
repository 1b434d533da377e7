import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { deviceDays } from '../http/device-cookie.ts'
import type { Caller } from '../http/handler.ts'
import type { Target } from './login-failures.ts'
import { formatSecretToken, hashSecret, newSecretToken, parseSecretToken } from './secret-token.ts'

interface Person {
  workspaceId: string
  userId: string
}

/** Per user; the least recently used ones become unknown. */
const maxDevices = 20

/** Finds the device of a browser's cookie, if it has signed in with this address before. */
async function findDevice(db: Database, { deviceToken }: Caller, email: string): Promise<string | null> {
  const token = deviceToken === null ? null : parseSecretToken(deviceToken)
  if (!token) return null
  const device = await db
    .selectFrom('known_devices as d')
    .innerJoin('logins as l', (join) =>
      join.onRef('l.workspace_id', '=', 'd.workspace_id').onRef('l.user_id', '=', 'd.user_id'),
    )
    .where('d.workspace_id', '=', token.workspaceId)
    .where('d.id', '=', token.id)
    .where('d.hash', '=', hashSecret(token.secret))
    .where('d.used_at', '>', sql<string>`now() - make_interval(days => ${deviceDays})`)
    .where('l.email', '=', email)
    .select('d.id')
    .executeTakeFirst()
  return device?.id ?? null
}

/**
 * Returns what sign-in attempts count against: a known device alone, or all unknown ones together. So attackers lock
 * unknown devices only.
 */
export async function signInTarget(db: Database, caller: Caller, email: string): Promise<Target> {
  const deviceId = await findDevice(db, caller, email)
  return deviceId ? ['device', deviceId] : ['account', email]
}

/** Returns what attempts of a signed-in user count against: the device of their session. */
export async function sessionTarget(
  db: Database,
  { workspaceId, sessionId, email }: { workspaceId: string; sessionId: string; email: string },
): Promise<Target> {
  const session = await db
    .selectFrom('sessions')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sessionId)
    .select('device_id')
    .executeTakeFirst()
  return session?.device_id ? ['device', session.device_id] : ['account', email]
}

async function addDevice(db: Database, { workspaceId, userId }: Person, caller: Caller): Promise<string> {
  const token = newSecretToken(workspaceId, newId())
  await db
    .insertInto('known_devices')
    .values({ workspace_id: workspaceId, id: token.id, user_id: userId, hash: hashSecret(token.secret) })
    .execute()
  await sql`
    delete from known_devices where workspace_id = ${workspaceId} and id in (
      select id from known_devices where workspace_id = ${workspaceId} and user_id = ${userId}
      order by used_at desc, id desc offset ${maxDevices}
    )
  `.execute(db)
  caller.setDeviceToken(formatSecretToken(token))
  return token.id
}

/**
 * Makes the browser of a user who just signed in a known device, for as long as it is used.
 * @returns its id
 */
export async function storeDevice(
  db: Database,
  person: Person & { email: string },
  caller: Caller,
): Promise<string> {
  const known = await findDevice(db, caller, person.email)
  if (!known) return addDevice(db, person, caller)
  await db
    .updateTable('known_devices')
    .set({ used_at: sql`now()` })
    .where('workspace_id', '=', person.workspaceId)
    .where('id', '=', known)
    .execute()
  caller.setDeviceToken(caller.deviceToken!)
  return known
}

/** Makes a user's devices unknown: all, all but the session's, or only the session's. */
export async function dropDevices(
  tx: Database,
  {
    workspaceId,
    userId,
    sessionId,
    exceptSessionId,
  }: Person & { sessionId?: string; exceptSessionId?: string },
): Promise<void> {
  const deviceOf = (id: string) =>
    tx
      .selectFrom('sessions')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('device_id', 'is not', null)
      .select('device_id')
  await tx
    .deleteFrom('known_devices')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .$if(sessionId !== undefined, (query) => query.where('id', 'in', deviceOf(sessionId!)))
    .$if(exceptSessionId !== undefined, (query) => query.where('id', 'not in', deviceOf(exceptSessionId!)))
    .execute()
}

/** Makes all of a user's devices unknown, and gives the session's device a new cookie. */
export async function replaceDevices(
  tx: Database,
  { workspaceId, userId, sessionId }: Person & { sessionId: string },
  caller: Caller,
): Promise<void> {
  await dropDevices(tx, { workspaceId, userId })
  await tx
    .updateTable('sessions')
    .set({ device_id: await addDevice(tx, { workspaceId, userId }, caller) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sessionId)
    .execute()
}
