import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.generated.ts'
import { accessMark, liveChannel } from './announce.ts'
import { listen, listenPatience } from './listen.ts'
import { missedEvents, type StoredEvent } from './missed-events.ts'
import { createReadAhead } from './read-ahead.ts'

type Listener = (stored: StoredEvent) => void

export interface Live {
  /** The event handed out last: who follows from now on has missed nothing since. */
  lastId(): number
  /** Follows a workspace; call what it returns to stop. */
  subscribe(workspaceId: string, listener: Listener): () => void
  /** What a workspace announced that somebody whose last event was `id` has not heard, oldest first. */
  missed(workspaceId: string, id: number): AsyncIterable<StoredEvent>
  /** Calls the listener whenever any workspace's access changed, on whichever node; before its streams are told. */
  onAccessChanged(listener: () => void): void
  stop(): Promise<void>
}

interface Notification {
  workspaceId: string
  id: number
}

const mostAtOnce = 500
const tryAgainAfterMs = 500

/**
 * One connection of this node listens for what any node announces, and each event is handed to the streams open
 * here, in the order of the commits. After the connection was lost, what went unheard is read from the table.
 */
export async function createLive(
  connectionString: string,
  db: Kysely<DB>,
  patience = listenPatience,
): Promise<Live> {
  const listeners = new Map<string, Set<Listener>>()
  const accessListeners: (() => void)[] = []
  /** Heard and not yet handed out. */
  let queue: Notification[] = []
  const readAhead = createReadAhead()
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

  function handOut(workspaceId: string, stored: StoredEvent): void {
    for (const listener of listeners.get(workspaceId) ?? []) listener(stored)
  }

  function accessChanged(): void {
    for (const listener of accessListeners) listener()
  }

  async function catchUp(): Promise<void> {
    const newest = await newestId()
    for (const workspaceId of listeners.keys())
      for await (const stored of missedEvents(db, workspaceId, lastId)) {
        readAhead.add(stored.id)
        handOut(workspaceId, stored)
      }
    lastId = Math.max(lastId, newest)
  }

  async function handOutQueued(): Promise<void> {
    const taken = queue.slice(0, mostAtOnce)
    const wanted = taken.filter(
      ({ workspaceId, id }) => listeners.has(workspaceId) && !readAhead.isRepeat(id),
    )
    if (wanted.length > 0) {
      const { rows } = await sql<StoredEvent>`
        select id, event from live_events where id = any(${wanted.map(({ id }) => id)}::bigint[])
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
          // Before: the connection may be lost and made again meanwhile, and then there is more to catch up with.
          mustCatchUp = false
          await catchUp()
        } else await handOutQueued()
      } catch {
        // The database is away; nothing is lost, since all of it is in the table.
        mustCatchUp = true
        await sleep(tryAgainAfterMs)
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
    patience,
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
    async stop() {
      stopped = true
      await listening.stop()
    },
  }
}
