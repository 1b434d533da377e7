import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import { accessMark, liveChannel } from './announce.ts'
import { listen, listenTimeouts } from './listen.ts'
import { missedEvents, receivedBefore, type StoredEvent, storedEvent } from './missed-events.ts'

type Listener = (stored: StoredEvent) => void

export interface Live {
  /** The last event passed on: a client that follows from now on has missed nothing since. */
  lastId(): number
  /** Subscribes to a workspace; call the returned function to stop. */
  subscribe(workspaceId: string, listener: Listener): () => void
  /** Yields a workspace's events that a client with last event `id` has not received, oldest first. */
  missed(workspaceId: string, id: number): AsyncIterable<StoredEvent>
  /** Returns a function that tells whether a client with last event `id` has received an event. */
  receivedBefore(id: number): Promise<(stored: StoredEvent) => boolean>
  /** Calls the listener whenever access changed in any workspace, on any node, before the streams get the event. */
  onAccessChanged(listener: () => void): void
  stop(): Promise<void>
}

interface Notification {
  workspaceId: string
  id: number
}

const maxBatch = 500
const retryAfterMs = 500
/** More than are announced while a connection is lost. */
const maxRemembered = 100_000

/**
 * Listens on one connection for the events of all nodes and passes each to the streams open here, in commit order.
 * After a lost connection, missed events are read from the table.
 */
export async function createLive(
  connectionString: string,
  db: Kysely<DB>,
  timeouts = listenTimeouts,
): Promise<Live> {
  const listeners = new Map<string, Set<Listener>>()
  const accessListeners: (() => void)[] = []
  /** Received and not yet passed on. */
  let queue: Notification[] = []
  /** The newest events that were passed on. A reading after a lost connection may find them again. */
  const handedOut = new Set<number>()
  let mustCatchUp = false
  let isWorking = false
  let stopped = false
  let lastId = await newestId()

  async function newestId(): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select id from live_events order by id desc limit 1
    `.execute(db)
    return rows[0]?.id ?? 0
  }

  /** Passes an event on, once. */
  function handOut(workspaceId: string, stored: StoredEvent): void {
    if (handedOut.has(stored.id)) return
    handedOut.add(stored.id)
    if (handedOut.size > maxRemembered) handedOut.delete(handedOut.values().next().value!)
    for (const listener of listeners.get(workspaceId) ?? []) listener(stored)
  }

  function accessChanged(): void {
    for (const listener of accessListeners) listener()
  }

  async function catchUp(): Promise<void> {
    const newest = await newestId()
    for (const workspaceId of listeners.keys())
      for await (const stored of missedEvents(db, workspaceId, lastId)) handOut(workspaceId, stored)
    lastId = Math.max(lastId, newest)
  }

  async function handOutQueued(): Promise<void> {
    const taken = queue.slice(0, maxBatch)
    const wanted = taken.filter(({ workspaceId, id }) => listeners.has(workspaceId) && !handedOut.has(id))
    if (wanted.length > 0) {
      const { rows } = await sql<StoredEvent>`
        select ${storedEvent} from live_events where id = any(${wanted.map(({ id }) => id)}::bigint[])
      `.execute(db)
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const { workspaceId, id } of wanted) {
        const stored = byId.get(id)
        if (stored) handOut(workspaceId, stored)
      }
    }
    lastId = taken.at(-1)!.id
    queue = queue.slice(taken.length)
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    while (!stopped && (mustCatchUp || queue.length > 0)) {
      try {
        if (mustCatchUp) {
          // Reset before reading: the connection may be lost again meanwhile, and then there is more to catch up on.
          mustCatchUp = false
          await catchUp()
        } else await handOutQueued()
      } catch {
        // The database is down; nothing is lost, since all events are in the table.
        mustCatchUp = true
        await sleep(retryAfterMs)
      }
    }
    isWorking = false
  }

  const listening = await listen(
    connectionString,
    liveChannel,
    {
      onListening() {
        accessChanged()
        mustCatchUp = true
        void work()
      },
      onNotification(payload) {
        const [workspaceId, id, mark] = payload.split(' ') as [string, string, string?]
        if (mark === accessMark) accessChanged()
        queue.push({ workspaceId, id: Number(id) })
        void work()
      },
    },
    timeouts,
  )
  return {
    lastId: () => lastId,
    subscribe(workspaceId, listener) {
      const all = listeners.get(workspaceId) ?? new Set()
      listeners.set(workspaceId, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size === 0) listeners.delete(workspaceId)
      }
    },
    onAccessChanged(listener) {
      accessListeners.push(listener)
    },
    missed: (workspaceId, id) => missedEvents(db, workspaceId, id),
    receivedBefore: (id) => receivedBefore(db, id),
    async stop() {
      stopped = true
      await listening.stop()
    },
  }
}
