import { createHash } from 'node:crypto'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { type StoredEvent, workspaceInUrl } from './read-event.ts'

const maxLoaded = 100

/** The same bytes sent to two URLs are two reports: each URL may name another workspace. */
function keyOf(event: StoredEvent): string {
  const { names, workspaceId } = workspaceInUrl(event.query)
  return names ? createHash('sha256').update(`${event.sha256}:${workspaceId}`).digest('hex') : event.sha256
}

/** Stores a report without a known workspace, for the operator and for later reports of its call. */
export async function storeUnclaimed(
  tx: Database,
  provider: VoiceProvider,
  callId: string | null,
  event: StoredEvent,
): Promise<void> {
  await tx
    .insertInto('unclaimed_voice_events')
    .values({
      id: newId(),
      provider,
      provider_call_id: callId,
      sha256: keyOf(event),
      event: JSON.stringify(event),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface UnclaimedEvent {
  id: string
  event: StoredEvent
}

export async function loadUnclaimed(
  tx: Database,
  provider: VoiceProvider,
  callId: string,
): Promise<UnclaimedEvent[]> {
  const rows = await tx
    .selectFrom('unclaimed_voice_events')
    .where('provider', '=', provider)
    .where('provider_call_id', '=', callId)
    .orderBy('received_at')
    .limit(maxLoaded)
    .select(['id', 'event'])
    .execute()
  return rows.map(({ id, event }) => ({ id, event: event as unknown as StoredEvent }))
}

export async function deleteUnclaimed(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('unclaimed_voice_events')
    .where('id', 'in', [...ids])
    .execute()
}
