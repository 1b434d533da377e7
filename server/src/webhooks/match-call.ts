import { sql } from 'kysely'
import type { CountryCode } from 'libphonenumber-js'
import { readPhone } from '../contact-formats/read-phone.ts'
import type { Database } from '../database/connect.ts'
import type { CallState } from './fold-facts.ts'

export interface Match {
  agentId: string | null
  applicationId: string | null
  candidateId: string | null
}

async function findAgent(tx: Database, workspaceId: string, state: CallState, ownNumber: string | null) {
  const agents = tx
    .selectFrom('agents')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(2)
  const byId = state.agentId ? await agents.where('provider_agent_id', '=', state.agentId).execute() : []
  if (byId.length === 1) return byId[0]!.id
  const byPhone = ownNumber ? await agents.where('phone', '=', ownNumber).execute() : []
  return byPhone.length === 1 ? byPhone[0]!.id : null
}

async function findNamed(tx: Database, workspaceId: string, applicationId: string) {
  return tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', applicationId)
    .where('deleted_at', 'is', null)
    .select(['id', 'candidate_id'])
    .executeTakeFirst()
}

interface Found {
  id: string | null
  candidate_id: string
}

/**
 * Returns the candidate with the number and their application. An open application comes before a closed one, then one
 * on a position the agent works on, then the most recently active. Of several candidates with the number, returns the
 * one with an open application, or none if that is not unique.
 */
async function findByPhone(tx: Database, workspaceId: string, phone: string, agentId: string | null) {
  const { rows } = await sql<Found & { open: boolean }>`
    with people as (
      select id from candidates where workspace_id = ${workspaceId} and phone = ${phone} and deleted_at is null
      union
      select m.candidate_id from merged_contacts m
      join candidates c on c.workspace_id = m.workspace_id and c.id = m.candidate_id and c.deleted_at is null
      where m.workspace_id = ${workspaceId} and m.kind = 'phone' and m.value = ${phone}
    )
    select distinct on (people.id) people.id as candidate_id, a.id,
      (a.id is not null and a.closed_at is null) as open
    from people
    left join applications a
      on a.workspace_id = ${workspaceId} and a.candidate_id = people.id and a.deleted_at is null
    left join agent_positions w on w.workspace_id = ${workspaceId} and w.agent_id = ${agentId}::uuid
      and w.position_id = a.position_id
    order by people.id, (a.closed_at is null) desc, (w.agent_id is not null) desc, a.last_activity_at desc, a.id
    limit 20
  `.execute(tx)
  if (rows.length === 1) return rows[0]!
  const open = rows.filter((row) => row.open)
  return open.length === 1 ? open[0]! : null
}

/** Matches a call to an agent, a candidate and an application of the workspace. */
export async function matchCall(tx: Database, workspaceId: string, state: CallState): Promise<Match> {
  const { default_country: country } = await tx
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .select('default_country')
    .executeTakeFirstOrThrow()
  // E.164 numbers are compared as they are, even with numbers stored under older rules.
  const e164 = (number: string | null) => {
    if (number === null || /^\+\d{7,15}$/.test(number)) return number
    return readPhone(number, country as CountryCode).value?.e164 ?? null
  }
  const isInbound = state.direction === 'inbound'
  const phone = e164(isInbound ? state.from : state.to)
  const ownNumber = e164(isInbound ? state.to : state.from)
  const agentId = await findAgent(tx, workspaceId, state, ownNumber)
  const named = state.applicationId ? await findNamed(tx, workspaceId, state.applicationId) : undefined
  const found: Found | null = named ?? (phone ? await findByPhone(tx, workspaceId, phone, agentId) : null)
  return { agentId, applicationId: found?.id ?? null, candidateId: found?.candidate_id ?? null }
}
