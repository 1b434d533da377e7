import { maxTalking } from '@muster/contract/call-wallboard.ts'
import type { callLifecycles } from '@muster/contract/calls.ts'
import { sql } from 'kysely'
import { isActive, longestCall } from '../agents/agent-load.ts'
import type { Database } from '../database/connect.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { refOf } from './ref-of.ts'

interface Talk {
  application_id: string
  candidate_id: string
  candidate_name: string
  user_id: string | null
  user_name: string | null
  agent_id: string | null
  agent_name: string | null
  queue_id: string | null
  queue_name: string | null
  campaign_id: string | null
  campaign_name: string | null
  lifecycle: (typeof callLifecycles)[number] | null
  since: string
  total: number
}

/** Returns the people whom users have from call queues. Skipped people and expired claims are left out. */
function claimed(db: Database, actor: Actor) {
  return selectVisible(db, actor)
    .innerJoin('call_claims', (join) =>
      join
        .onRef('call_claims.workspace_id', '=', 'applications.workspace_id')
        .onRef('call_claims.application_id', '=', 'applications.id'),
    )
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'call_claims.workspace_id')
        .onRef('users.id', '=', 'call_claims.user_id'),
    )
    .innerJoin('call_queues', (join) =>
      join
        .onRef('call_queues.workspace_id', '=', 'call_claims.workspace_id')
        .onRef('call_queues.id', '=', 'call_claims.queue_id'),
    )
    .where('call_claims.workspace_id', '=', actor.workspaceId)
    .where('call_claims.until', '>', sql<string>`now()`)
    .where('call_claims.skipped', '=', false)
    .where('applications.deleted_at', 'is', null)
    .select(['applications.id as application_id', 'applications.candidate_id', 'applications.candidate_name'])
    .select(['users.id as user_id', 'users.name as user_name'])
    .select(sql<string | null>`null::uuid`.as('agent_id'))
    .select(sql<string | null>`null::text`.as('agent_name'))
    .select(['call_queues.id as queue_id', 'call_queues.name as queue_name'])
    .select(sql<string | null>`null::uuid`.as('campaign_id'))
    .select(sql<string | null>`null::text`.as('campaign_name'))
    .select(sql<string | null>`null::text`.as('lifecycle'))
    .select('call_claims.claimed_at as since')
}

/** Returns the people whom voice agents call now. */
function called(db: Database, actor: Actor) {
  return selectVisible(db, actor)
    .innerJoin('calls', (join) =>
      join
        .onRef('calls.workspace_id', '=', 'applications.workspace_id')
        .onRef('calls.application_id', '=', 'applications.id'),
    )
    .innerJoin('agents', (join) =>
      join.onRef('agents.workspace_id', '=', 'calls.workspace_id').onRef('agents.id', '=', 'calls.agent_id'),
    )
    .leftJoin('call_queues', (join) =>
      join
        .onRef('call_queues.workspace_id', '=', 'calls.workspace_id')
        .onRef('call_queues.id', '=', 'calls.queue_id'),
    )
    .leftJoin('voice_campaigns', (join) =>
      join
        .onRef('voice_campaigns.workspace_id', '=', 'calls.workspace_id')
        .onRef('voice_campaigns.id', '=', 'calls.campaign_id'),
    )
    .where('calls.workspace_id', '=', actor.workspaceId)
    .where('calls.started_at', '>=', sql<string>`now() - ${longestCall}`)
    .where(isActive)
    .where('applications.deleted_at', 'is', null)
    .select(['applications.id as application_id', 'applications.candidate_id', 'applications.candidate_name'])
    .select(sql<string | null>`null::uuid`.as('user_id'))
    .select(sql<string | null>`null::text`.as('user_name'))
    .select(['agents.id as agent_id', 'agents.name as agent_name'])
    .select(['call_queues.id as queue_id', 'call_queues.name as queue_name'])
    .select(['voice_campaigns.id as campaign_id', 'voice_campaigns.name as campaign_name'])
    .select('calls.lifecycle')
    .select('calls.started_at as since')
}

/** Lists who calls whom at this moment, the longest calls first. */
export async function listTalking(db: Database, actor: Actor) {
  const { rows } = await sql<Talk>`
    select *, count(*) over ()::int as total
    from (${claimed(db, actor)} union all ${called(db, actor)}) as talking
    order by since, application_id limit ${maxTalking}
  `.execute(db)
  const seesNames = actor.permissions.has('applications:read')
  const seesCampaigns = actor.permissions.has('voice-campaigns:run')
  return {
    talking: rows.map((row) => ({
      applicationId: row.application_id,
      candidate: seesNames ? { id: row.candidate_id, name: row.candidate_name } : null,
      caller: refOf(row.user_id, row.user_name),
      agent: refOf(row.agent_id, row.agent_name),
      queue: refOf(row.queue_id, row.queue_name),
      campaign: seesCampaigns ? refOf(row.campaign_id, row.campaign_name) : null,
      lifecycle: row.lifecycle,
      since: row.since,
    })),
    talkingTotal: rows[0]?.total ?? 0,
  }
}
