import * as contract from '@muster/contract/voice-webhooks.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { countRows, fetchPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'

const newestFirst = {
  expression: sql`unclaimed_voice_events.received_at`,
  type: 'timestamptz',
  descending: true,
} as const

export const listUnclaimedVoiceEvents = handler(contract.listUnclaimedVoiceEvents, async ({ tx, query }) => {
  let found = tx.selectFrom('unclaimed_voice_events').selectAll('unclaimed_voice_events')
  if (query.q)
    found = found.where(
      containsText([sql`fold(coalesce(unclaimed_voice_events.provider_call_id, ''))`], query.q),
    )
  const [page, total] = await Promise.all([
    fetchPage(found, 'unclaimed_voice_events.id', newestFirst, query),
    countRows(tx, found),
  ])
  const items = page.rows.map((row) => ({
    id: row.id,
    provider: row.provider as contract.VoiceProvider,
    providerCallId: row.provider_call_id,
    receivedAt: row.received_at,
    event: row.event,
  }))
  return { items, nextCursor: page.nextCursor, total }
})
