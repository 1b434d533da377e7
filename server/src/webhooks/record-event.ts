import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { findWorkspace } from './find-workspace.ts'
import { foldFacts, type KeptFacts } from './fold-facts.ts'
import { type KeptEvent, readEvent } from './read-event.ts'
import { writeCall } from './write-call.ts'

export type Recorded = { result: 'recorded' | 'unclaimed'; callId: string | null }

/** Reports of one call wait for each other; those of others do not. */
async function lockCall(tx: Database, provider: VoiceProvider, callId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`voice:${provider}:${callId}`}, 0))`.execute(tx)
}

async function findCall(tx: Database, provider: VoiceProvider, callId: string, signedBy: string | null) {
  const found = await tx
    .selectFrom('calls')
    .where('provider', '=', provider)
    .where('provider_call_id', '=', callId)
    .$if(signedBy !== null, (query) => query.where('workspace_id', '=', signedBy!))
    .select(['workspace_id', 'id', 'raw'])
    .limit(2)
    .execute()
  return found.length === 1 ? found[0]! : null
}

function factsOf(provider: VoiceProvider, events: readonly KeptEvent[]): KeptFacts[] {
  return events.flatMap((event) => {
    const facts = readEvent(provider, event)
    return facts ? [{ sha256: event.sha256, facts }] : []
  })
}

async function keepUnclaimed(
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
      sha256: event.sha256,
      event: JSON.stringify(event),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Reports of the call that came before it was known whose it is. */
async function loadUnclaimed(tx: Database, provider: VoiceProvider, callId: string): Promise<KeptEvent[]> {
  const rows = await tx
    .selectFrom('unclaimed_voice_events')
    .where('provider', '=', provider)
    .where('provider_call_id', '=', callId)
    .orderBy('received_at')
    .limit(100)
    .select('event')
    .execute()
  return rows.map(({ event }) => event as unknown as KeptEvent)
}

async function dropUnclaimed(tx: Database, provider: VoiceProvider, callId: string): Promise<void> {
  await tx
    .deleteFrom('unclaimed_voice_events')
    .where('provider', '=', provider)
    .where('provider_call_id', '=', callId)
    .execute()
}

/** A call has a handful of reports; a sender that goes on for ever must not make its row grow for ever. */
const mostEvents = 200

/**
 * Takes in one report: the call becomes what all its reports together say. A report that came before changes nothing;
 * one of a call whose workspace nobody knows is kept until another tells.
 */
export async function recordEvent(
  tx: Database,
  provider: VoiceProvider,
  event: KeptEvent,
  from: { signedBy: string | null; named: string | null },
): Promise<Recorded> {
  const callId = readEvent(provider, event)?.callId
  if (!callId) {
    await keepUnclaimed(tx, provider, null, event)
    return { result: 'unclaimed', callId: null }
  }
  await lockCall(tx, provider, callId)
  const call = await findCall(tx, provider, callId, from.signedBy)
  const known = (call?.raw ?? []) as unknown as KeptEvent[]
  if (call && (known.length >= mostEvents || known.some(({ sha256 }) => sha256 === event.sha256)))
    return { result: 'recorded', callId: call.id }
  const unclaimed = call || from.signedBy ? [] : await loadUnclaimed(tx, provider, callId)
  const events = [...known, ...unclaimed.filter(({ sha256 }) => sha256 !== event.sha256), event]
  const state = foldFacts(factsOf(provider, events))
  const workspaceId =
    call?.workspace_id ?? from.signedBy ?? (await findWorkspace(tx, provider, state, from.named))
  if (!workspaceId) {
    await keepUnclaimed(tx, provider, callId, event)
    return { result: 'unclaimed', callId: null }
  }
  if (unclaimed.length > 0) await dropUnclaimed(tx, provider, callId)
  const id = await writeCall(tx, workspaceId, { provider, callId, events, state })
  return { result: 'recorded', callId: id }
}
