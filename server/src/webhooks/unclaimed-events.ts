import { createHash } from 'node:crypto'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { addressOf, type KeptEvent } from './read-event.ts'

const mostLoaded = 100

/** The same bytes sent to two addresses are two reports: each address may name another workspace. */
function keyOf(event: KeptEvent): string {
  const { names, workspaceId } = addressOf(event.query)
  return names ? createHash('sha256').update(`${event.sha256}:${workspaceId}`).digest('hex') : event.sha256
}

/** Stores a report that belongs to no known workspace, for the operator and for a later report of its call. */
export async function storeUnclaimed(
  tx: Database,
  provider: VoiceProvider,
  callId: string | null,
  event: KeptEvent,
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
  event: KeptEvent
}

/** The call's earlier reports that belonged to no known workspace. */
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
    .limit(mostLoaded)
    .select(['id', 'event'])
    .execute()
  return rows.map(({ id, event }) => ({ id, event: event as unknown as KeptEvent }))
}

export async function deleteUnclaimed(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('unclaimed_voice_events')
    .where('id', 'in', [...ids])
    .execute()
}
