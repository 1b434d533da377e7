import type { LiveEvent } from '@muster/contract/events.ts'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '../database/schema.generated.ts'
import { liveChannel } from './announce.ts'

export interface StoredEvent {
  id: number
  event: LiveEvent
}

type Listener = (stored: StoredEvent) => void

export interface Live {
  /** Follows a workspace; call what it returns to stop. */
  subscribe(workspaceId: string, listener: Listener): () => void
  /** What happened in a workspace after an event, oldest first, at most `limit`. */
  since(workspaceId: string, id: number, limit?: number): Promise<StoredEvent[]>
  stop(): Promise<void>
}

/** Ids are taken before their transaction commits; looking back a little finds those that committed late. */
const lookBack = 200
const reconnectAfterMs = 500

/**
 * One connection of this node listens for what any node announces, and hands each event to the streams open
 * here. When the connection is lost it is made again, and what was missed is read from the table.
 */
export async function createLive(connectionString: string, db: Kysely<DB>): Promise<Live> {
  const listeners = new Map<string, Set<Listener>>()
  const delivered = new Map<string, Set<number>>()
  let newest = 0
  let client: pg.Client | null = null
  let stopped = false

  async function since(workspaceId: string, id: number, limit = 1000): Promise<StoredEvent[]> {
    const rows = await db
      .selectFrom('live_events')
      .where('workspace_id', '=', workspaceId)
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .select(['id', 'event'])
      .execute()
    return rows.map((row) => ({ id: row.id, event: row.event as unknown as LiveEvent }))
  }

  function deliver(workspaceId: string, stored: StoredEvent): void {
    let seen = delivered.get(workspaceId)
    if (!seen) {
      seen = new Set()
      delivered.set(workspaceId, seen)
    }
    if (seen.has(stored.id)) return
    seen.add(stored.id)
    if (seen.size > 2 * lookBack) for (const old of [...seen].slice(0, lookBack)) seen.delete(old)
    newest = Math.max(newest, stored.id)
    for (const listener of listeners.get(workspaceId) ?? []) listener(stored)
  }

  async function onNotification(payload: string): Promise<void> {
    const [workspaceId, id] = payload.split(' ') as [string, string]
    if (!listeners.has(workspaceId)) return
    const row = await db
      .selectFrom('live_events')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', Number(id))
      .select(['id', 'event'])
      .executeTakeFirst()
    if (row) deliver(workspaceId, { id: row.id, event: row.event as unknown as LiveEvent })
  }

  async function catchUp(): Promise<void> {
    if (newest === 0) return
    for (const workspaceId of listeners.keys())
      for (const stored of await since(workspaceId, newest - lookBack)) deliver(workspaceId, stored)
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString, keepAlive: true })
    const again = () => {
      if (stopped || client !== next) return
      client = null
      setTimeout(() => void reconnect(), reconnectAfterMs).unref()
    }
    next.on('error', again)
    next.on('end', again)
    next.on('notification', (message) => void onNotification(message.payload ?? '').catch(() => {}))
    await next.connect()
    client = next
    await next.query(`listen ${liveChannel}`)
    await catchUp()
  }

  async function reconnect(): Promise<void> {
    try {
      await listen()
    } catch {
      if (!stopped) setTimeout(() => void reconnect(), reconnectAfterMs).unref()
    }
  }

  await listen()
  return {
    since,
    subscribe(workspaceId, listener) {
      const all = listeners.get(workspaceId) ?? new Set()
      listeners.set(workspaceId, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size === 0) {
          listeners.delete(workspaceId)
          delivered.delete(workspaceId)
        }
      }
    },
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}
