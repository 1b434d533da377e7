import type {
  campaignStates,
  campaignWaits,
  pauseReasons,
  voiceCampaign,
} from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { isWithinHours } from '../agents/agent-hours.ts'
import { activeCalls, isActive } from '../agents/agent-load.ts'
import { notFound } from '../app-error.ts'
import { isAnswered, isConversation, isPlaced } from '../calls/count-calls.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

interface Figures {
  placed: number
  answered: number
  spokenWith: number
  qualified: number
  seconds: number
  costs: { minor: number; currency: string }[]
}

/** How long a call lasted; one that goes on, until now. */
export const callSeconds = sql`coalesce(calls.duration_seconds, case when ${isActive} then extract(epoch from now() - calls.started_at) end, 0)`

/** The sums of a campaign's calls since a moment, as JSON. */
function figuresSince(since: ReturnType<typeof sql>) {
  return sql<Figures>`(
    select jsonb_build_object(
      'placed', count(*) filter (where ${isPlaced}),
      'answered', count(*) filter (where ${isAnswered}),
      'spokenWith', count(*) filter (where ${isConversation}),
      'qualified', count(*) filter (where calls.outcome = 'qualified'),
      'seconds', coalesce(sum(${callSeconds}), 0)::int,
      'costs', coalesce((
        select jsonb_agg(jsonb_build_object('minor', cost.minor, 'currency', cost.currency) order by cost.currency)
        from (
          select sum(paid.cost_minor) as minor, paid.currency from calls as paid
          where paid.workspace_id = voice_campaigns.workspace_id and paid.campaign_id = voice_campaigns.id
            and paid.started_at >= ${since} and paid.cost_minor is not null and paid.currency is not null
          group by paid.currency
        ) as cost
      ), '[]')
    )
    from calls
    where calls.workspace_id = voice_campaigns.workspace_id and calls.campaign_id = voice_campaigns.id
      and calls.started_at >= ${since}
  )`
}

const ownActiveCalls = sql<number>`(
  select count(*)::int from calls
  where calls.workspace_id = voice_campaigns.workspace_id and calls.campaign_id = voice_campaigns.id and ${isActive}
)`

/** Selects the campaigns of a workspace with what they depend on: queue, agent, and their calls until now. */
export function selectCampaigns(db: Database, actor: Pick<Actor, 'workspaceId' | 'workspace'>) {
  const { timezone } = actor.workspace
  const today = sql`local_day_start((now() at time zone ${timezone})::date, ${timezone})`
  return db
    .selectFrom('voice_campaigns')
    .innerJoin('agents', (join) =>
      join
        .onRef('agents.workspace_id', '=', 'voice_campaigns.workspace_id')
        .onRef('agents.id', '=', 'voice_campaigns.agent_id'),
    )
    .innerJoin('users as creators', (join) =>
      join
        .onRef('creators.workspace_id', '=', 'voice_campaigns.workspace_id')
        .onRef('creators.id', '=', 'voice_campaigns.created_by'),
    )
    .leftJoin('users as starters', (join) =>
      join
        .onRef('starters.workspace_id', '=', 'voice_campaigns.workspace_id')
        .onRef('starters.id', '=', 'voice_campaigns.started_by'),
    )
    .leftJoin('call_queues', (join) =>
      join
        .onRef('call_queues.workspace_id', '=', 'voice_campaigns.workspace_id')
        .onRef('call_queues.id', '=', 'voice_campaigns.queue_id')
        .on('call_queues.deleted_at', 'is', null),
    )
    .where('voice_campaigns.workspace_id', '=', actor.workspaceId)
    .where('voice_campaigns.deleted_at', 'is', null)
    .selectAll('voice_campaigns')
    .select(['agents.name as agent_name', 'agents.status as agent_status', 'agents.capacity'])
    .select(['agents.deleted_at as agent_deleted_at', 'agents.provider', 'agents.provider_agent_id'])
    .select(['agents.phone as agent_phone'])
    .select(['call_queues.id as known_queue_id', 'call_queues.name as queue_name'])
    .select(['creators.name as creator_name', 'starters.name as starter_name'])
    .select(isWithinHours(actor).as('within_hours'))
    .select(sql<boolean>`voice_campaigns.next_at > now()`.as('waits_for_next'))
    .select(activeCalls.as('agent_calls'))
    .select(ownActiveCalls.as('active_calls'))
    .select(figuresSince(today).as('today'))
    .select(sql<string>`${today}::timestamptz(3)`.as('today_from'))
}

export type CampaignRow = Awaited<ReturnType<ReturnType<typeof selectCampaigns>['executeTakeFirstOrThrow']>>

/** Returns how many more calls the campaign may have at this moment. */
export function freeCalls(campaign: CampaignRow): number {
  return Math.max(
    0,
    Math.min(
      campaign.max_concurrent - campaign.active_calls,
      campaign.capacity - campaign.kept_free - campaign.agent_calls,
    ),
  )
}

/** Returns why a running campaign places no call now; null if it does. Each reason is a rule of the pacer. */
export function waitsFor(campaign: CampaignRow): (typeof campaignWaits)[number] | null {
  const { today, minutes_per_day: minutes, cost_per_day_minor: cost, currency } = campaign
  const spent = today.costs.find((each) => each.currency === currency)?.minor ?? 0
  if (!campaign.known_queue_id) return 'queue_deleted'
  if (campaign.agent_deleted_at) return 'agent_deleted'
  if (campaign.agent_status !== 'available') return 'agent_paused'
  if (!campaign.within_hours) return 'agent_outside_hours'
  if (minutes !== null && today.seconds >= minutes * 60) return 'minutes_used'
  if (cost !== null && spent >= Number(cost)) return 'cost_used'
  if (campaign.failures > 0 && campaign.waits_for_next) return 'provider_slow'
  if (freeCalls(campaign) === 0) return 'calls_at_limit'
  return campaign.nobody_ready ? 'nobody_ready' : null
}

type State = (typeof campaignStates)[number]

function presentCampaign(row: CampaignRow & { total: Figures }): z.input<typeof voiceCampaign> {
  const state = row.state as State
  const ref = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
  return {
    id: row.id,
    name: row.name,
    queue: ref(row.known_queue_id, row.queue_name),
    agent: { id: row.agent_id, name: row.agent_name },
    state,
    pauseReason: row.pause_reason as (typeof pauseReasons)[number] | null,
    pauseDetail: row.pause_detail,
    waits: state === 'running' ? waitsFor(row) : null,
    maxConcurrent: row.max_concurrent,
    keptFree: row.kept_free,
    minutesPerDay: row.minutes_per_day,
    costPerDay:
      row.cost_per_day_minor === null
        ? null
        : { minor: Number(row.cost_per_day_minor), currency: row.currency },
    onlyWithConsent: row.only_with_consent,
    activeCalls: row.active_calls,
    today: row.today,
    todayFrom: row.today_from,
    total: row.total,
    startedBy: ref(row.started_by, row.starter_name),
    startedAt: row.started_at,
    endedAt: row.ended_at,
    createdBy: { id: row.created_by, name: row.creator_name },
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const withTotals = (db: Database, actor: Actor) =>
  selectCampaigns(db, actor).select(figuresSince(sql`'-infinity'::timestamptz`).as('total'))

/** Returns the campaigns of the workspace: running ones first, then the newest. */
export async function listCampaigns(db: Database, actor: Actor): Promise<z.input<typeof voiceCampaign>[]> {
  const rows = await withTotals(db, actor)
    .orderBy(sql`voice_campaigns.state <> 'running'`)
    .orderBy('voice_campaigns.created_at', 'desc')
    .orderBy('voice_campaigns.id')
    .execute()
  return rows.map(presentCampaign)
}

/** @throws NOT_FOUND also for a campaign of another workspace, and for a deleted one */
export async function loadCampaign(
  db: Database,
  actor: Actor,
  id: string,
): Promise<z.input<typeof voiceCampaign>> {
  const row = await withTotals(db, actor).where('voice_campaigns.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Voice campaign`)
  return presentCampaign(row)
}
