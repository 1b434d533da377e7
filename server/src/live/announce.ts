import type { LiveEvent } from '@muster/contract/events.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export const liveChannel = 'muster_live'

/** Above this many ids none are listed: an empty list makes clients refetch everything. */
const maxIds = 50

function shortened(event: LiveEvent): LiveEvent {
  if (!('applicationIds' in event) || event.applicationIds.length <= maxIds) return event
  return { ...event, applicationIds: [] }
}

/** Marks a notification after which no node may trust its session cache. */
export const accessMark = 'access'

/** Announces an event to everyone in the workspace, once the transaction commits. */
export async function announce(tx: Database, workspaceId: string, event: LiveEvent): Promise<void> {
  await sql`
    with stored as (
      insert into live_events (workspace_id, event)
      values (${workspaceId}, ${JSON.stringify(shortened(event))}::jsonb)
      returning workspace_id, id
    )
    select pg_notify(${liveChannel}, workspace_id || ' ' || id || ${event.kind === 'access-changed' ? ` ${accessMark}` : ''})
    from stored
  `.execute(tx)
}
