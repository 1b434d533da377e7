import type { LiveEvent } from '@muster/contract/events.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export const liveChannel = 'muster_live'

/** More ids than this are not listed: an empty list tells everyone to look again. */
const mostIds = 50

function shortened(event: LiveEvent): LiveEvent {
  if (!('applicationIds' in event) || event.applicationIds.length <= mostIds) return event
  return { ...event, applicationIds: [] }
}

/** Marks a notification after which no node may trust what it remembers of sessions. */
export const accessMark = 'access'

/** Tells everyone in the workspace, once the transaction is committed. */
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
