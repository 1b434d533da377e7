import type { LiveEvent } from '@muster/contract/events.ts'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.generated.ts'

export interface StoredEvent {
  id: number
  event: LiveEvent
}

const batchSize = 500
/** How many ids late an event can commit: more than are announced during one transaction. */
const maxLate = 10_000

/** Returns events with a lower id whose transactions had not committed when event `id` was announced. */
async function lateEvents(db: Kysely<DB>, workspaceId: string, id: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select l.id, l.event
    from live_events seen
    join live_events l on l.workspace_id = ${workspaceId} and l.id < seen.id and l.id > seen.id - ${maxLate}
      and l.xid >= seen.horizon and l.xid <> seen.xid
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
      select id, event from live_events
      where workspace_id = ${workspaceId} and id > ${last}
      order by id limit ${batchSize}
    `.execute(db)
    yield* rows
    if (rows.length < batchSize) return
    last = rows.at(-1)!.id
  }
}
