import type { LiveEvent } from '@muster/contract/events.ts'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.generated.ts'

export interface StoredEvent {
  id: number
  event: LiveEvent
  /** Of the transaction that announced it. */
  xid: number
}

export const storedEvent = sql<StoredEvent>`id, event, xid::text::bigint as xid`

const batchSize = 500
/** How many ids late an event can commit: more than are announced during one transaction. */
const maxLate = 10_000

/** Returns events with a lower id whose transactions had not committed when event `id` was announced. */
async function lateEvents(db: Kysely<DB>, workspaceId: string, id: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select l.id, l.event, l.xid::text::bigint as xid
    from live_events seen
    join live_events l on l.workspace_id = ${workspaceId} and l.id < seen.id and l.id > seen.id - ${maxLate}
      and l.xid >= seen.horizon and l.xid <> seen.xid
      and (seen.snapshot is null or not pg_visible_in_snapshot(l.xid, seen.snapshot))
    where seen.id = ${id}
    order by l.id
  `.execute(db)
  return rows
}

/** Yields a workspace's events that a client with last event `id` has not received, oldest first. */
export async function* missedEvents(
  db: Kysely<DB>,
  workspaceId: string,
  id: number,
): AsyncGenerator<StoredEvent> {
  yield* await lateEvents(db, workspaceId, id)
  for (let last = id; ; ) {
    const { rows } = await sql<StoredEvent>`
      select ${storedEvent} from live_events
      where workspace_id = ${workspaceId} and id > ${last}
      order by id limit ${batchSize}
    `.execute(db)
    yield* rows
    if (rows.length < batchSize) return
    last = rows.at(-1)!.id
  }
}

/**
 * Returns a function that tells whether a client whose last event is `id` has received an event. It has all with a lower
 * id but those whose transactions had not committed when `id` was announced.
 */
export async function receivedBefore(db: Kysely<DB>, id: number): Promise<(stored: StoredEvent) => boolean> {
  const { rows } = await sql<{ xid: number; xmin: number; xmax: number; open: number[] }>`
    select xid::text::bigint as xid,
           coalesce(pg_snapshot_xmin(snapshot), horizon)::text::bigint as xmin,
           coalesce(pg_snapshot_xmax(snapshot), horizon)::text::bigint as xmax,
           to_json(array(select pg_snapshot_xip(snapshot)::text::bigint)) as open
    from live_events where id = ${id}
  `.execute(db)
  const [last] = rows
  if (!last) return (stored) => stored.id === id
  const hadCommitted = (xid: number) => xid < last.xmin || (xid < last.xmax && !last.open.includes(xid))
  return (stored) =>
    stored.id === id || (stored.id < id && (stored.xid === last.xid || hadCommitted(stored.xid)))
}
