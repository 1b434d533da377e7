import { isStaff } from '@muster/contract/client-access.ts'
import * as contract from '@muster/contract/consents.ts'
import { type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import { loadCandidate } from '../candidates/present-candidate.ts'
import type { Database } from '../database/connect.ts'
import { fetchCountedPage, type Rows } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { type ConsentRow, presentConsent, selectConsents } from './present-consent.ts'

type Channel = (typeof contract.contactChannels)[number]

/** What an entry must be about to decide a channel, the narrowest first. */
const covering: Record<Channel, readonly string[]> = {
  person_call: ['person_call', 'calls', 'any'],
  voice_agent_call: ['voice_agent_call', 'calls', 'any'],
  text_message: ['text_message', 'any'],
  email: ['email', 'any'],
}

/** Returns the state of each channel for recruiting. A revocation of any that covers it decides. */
async function loadChannels(db: Database, workspaceId: string, candidateId: string) {
  const { rows } = await sql<{ channel: string; action: string; entry_id: string }>`
    select channel, action, entry_id from consent_states(${workspaceId}, ${candidateId}) where purpose = 'recruiting'
  `.execute(db)
  return contract.contactChannels.map((channel) => {
    const known = covering[channel].flatMap((name) => rows.filter((row) => row.channel === name))
    const decisive =
      known.find(({ action }) => action === 'revoked') ?? known.find(({ action }) => action === 'given')
    return {
      channel,
      state: (decisive?.action ?? 'unknown') as (typeof contract.channelStates)[number],
      entryId: decisive?.entry_id ?? null,
    }
  })
}

const byPlace = (descending: boolean) => ({
  expression: sql`consent_entries.place::float8`,
  type: 'float8' as const,
  descending,
})

export const listConsents = handler(contract.listConsents, async ({ tx, actor, params, query }) => {
  if (!isStaff(actor.role)) throw forbidden(t`Client reviewers do not see consents`)
  await loadCandidate(tx, actor, params.id)
  const { workspaceId } = actor
  const ofPerson = sql<SqlBool>`consent_entries.candidate_id in (
    with recursive behind as (
      select ${params.id}::uuid as id
      union
      select c.id from candidates c join behind on c.workspace_id = ${workspaceId} and c.merged_into = behind.id
    )
    select id from behind
  )`
  const found = selectConsents(tx, actor).where(ofPerson)
  const page = await fetchCountedPage(
    tx,
    found as unknown as Rows<ConsentRow>,
    'consent_entries.id',
    byPlace(query.sort === '-recordedAt'),
    query,
  )
  return {
    items: page.rows.map((row) => presentConsent(row, actor)),
    nextCursor: page.nextCursor,
    total: page.total,
    channels: await loadChannels(tx, workspaceId, params.id),
  }
})
