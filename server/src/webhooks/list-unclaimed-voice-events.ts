import * as contract from '@muster/contract/voice-webhooks.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchCountedPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { readEvent, type StoredEvent } from './read-event.ts'

const newestFirst = {
  expression: sql`unclaimed_voice_events.received_at`,
  type: 'timestamptz',
  descending: true,
} as const

/** Returns details of a report that help an operator tell whose it is. */
function describe(provider: contract.VoiceProvider, event: StoredEvent) {
  const facts = readEvent(provider, event)
  if (!facts?.callId) return { phone: null, why: 'no_call' as const }
  const { direction, from, to, workspaceId, applicationId, agentId } = facts
  const named = workspaceId || applicationId || agentId || event.query.workspace
  return {
    phone: (direction === 'inbound' ? from : (to ?? from)) ?? null,
    why: named ? ('unknown_names' as const) : ('no_names' as const),
  }
}

export const listUnclaimedVoiceEvents = handler(contract.listUnclaimedVoiceEvents, async ({ tx, query }) => {
  let found = tx.selectFrom('unclaimed_voice_events').selectAll('unclaimed_voice_events')
  if (query.q)
    found = found.where(
      containsText([sql`fold(coalesce(unclaimed_voice_events.provider_call_id, ''))`], query.q),
    )
  const page = await fetchCountedPage(tx, found, 'unclaimed_voice_events.id', newestFirst, query)
  const items = page.rows.map((row) => ({
    id: row.id,
    provider: row.provider as contract.VoiceProvider,
    providerCallId: row.provider_call_id,
    receivedAt: row.received_at,
    ...describe(row.provider as contract.VoiceProvider, row.event as unknown as StoredEvent),
    event: row.event,
  }))
  return { items, nextCursor: page.nextCursor, total: page.total }
})
