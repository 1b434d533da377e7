import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { seesAllApplications } from '../applications/application-policy.ts'
import { callScope } from '../calls/call-policy.ts'
import { isAnswered, isConversation, isPlaced } from '../calls/count-calls.ts'
import { callParts, metric } from '../dashboard/report-metrics.ts'
import { resolvePeriod } from '../dashboard/report-period.ts'
import { type FactSum, sumFacts, total } from '../dashboard/sum-facts.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { isActive, longestCall } from './agent-load.ts'

export interface AgentFigures {
  agent_id: string
  active: number
  today: number
  placed: number
  answered: number
  spoken_with: number
  converted: number
  at: string
  load_from: string
  today_from: string
  rates_from: string
}

/** Qualified and what comes after it; closed is an end, not progress. */
const beyond = ['qualified', 'submitted', 'interview', 'offer', 'hired']

/** Calls on deleted applications are in no list, so they are in no figure. */
function isKept(actor: Actor): RawBuilder<SqlBool> {
  return sql<SqlBool>`(calls.application_id is null or calls.application_id not in (
    select applications.id from applications
    where applications.workspace_id = ${actor.workspaceId} and applications.deleted_at is not null
  ))`
}

/** Of the calls that are kept, those the actor may see; how busy an agent is now is no secret, or nobody could ring. */
function isSeen(actor: Actor): RawBuilder<SqlBool> {
  return seesAllApplications(actor) ? sql<SqlBool>`true` : callScope(actor)
}

/**
 * From the calls themselves, for a file of all agents: selects the figures of the agents that match a condition on `agents`: how many calls they have now, today's, and how
 * these of the last 28 days went. Each agent's calls are a stretch of one index; whether those spoken with moved on is
 * looked up for all agents at once, since one look at the moves of 28 days is less than one for each conversation.
 */
export function selectFigures(actor: Actor, which: RawBuilder<SqlBool>): RawBuilder<AgentFigures> {
  const { workspaceId, workspace } = actor
  const span = sql`(
    select now()::timestamptz(3) as at, (now() - ${longestCall})::timestamptz(3) as load_from,
      local_day_start((now() at time zone ${workspace.timezone})::date, ${workspace.timezone}) as today_from,
      local_day_start((now() at time zone ${workspace.timezone})::date - 27, ${workspace.timezone}) as rates_from
  ) as span`
  const calls = sql`calls.workspace_id = agents.workspace_id and calls.agent_id = agents.id
    and calls.started_at >= span.rates_from and ${isKept(actor)}`
  return sql<AgentFigures>`
    select agents.id as agent_id, recent.*, span.*,
      coalesce(met.spoken_with, 0) as spoken_with, coalesce(met.converted, 0) as converted
    from agents
    cross join ${span}
    cross join lateral (
      select count(*) filter (where ${isActive})::int as active,
        count(*) filter (
          where calls.started_at >= span.today_from and calls.started_at < span.at and ${isSeen(actor)}
        )::int as today,
        count(*) filter (where ${isPlaced} and calls.started_at < span.at and ${isSeen(actor)})::int as placed,
        count(*) filter (
          where ${isPlaced} and ${isAnswered} and calls.started_at < span.at and ${isSeen(actor)}
        )::int as answered
      from calls where ${calls}
    ) as recent
    left join (
      select spoken.agent_id, count(*)::int as spoken_with, count(moved.at)::int as converted
      from (
        select agents.id as agent_id, calls.application_id, min(calls.started_at) as at
        from agents
        cross join ${span}
        join lateral (
          select calls.application_id, calls.started_at from calls
          where ${calls} and calls.started_at < span.at and calls.application_id is not null and ${isConversation}
            and ${isSeen(actor)}
        ) as calls on true
        where agents.workspace_id = ${workspaceId} and ${which}
        group by 1, 2
      ) as spoken
      left join (
        select distinct on (l.application_id) l.application_id,
          case when l.from_type = any(${beyond}::text[]) then null else l.at end as at
        from activity_logs l
        where l.workspace_id = ${workspaceId} and l.to_type is not null and l.reverted_at is null
          and l.from_type is distinct from l.to_type
          and (l.to_type = any(${beyond}::text[]) or l.from_type = any(${beyond}::text[]))
          and l.application_id in (
            select m.application_id
            from activity_logs m
            cross join ${span}
            where m.workspace_id = ${workspaceId} and m.to_type = any(${beyond}::text[]) and m.reverted_at is null
              and m.at >= span.rates_from
          )
        order by l.application_id, l.at, l.id
      ) as moved on moved.application_id = spoken.application_id and moved.at > spoken.at
      group by 1
    ) as met on met.agent_id = agents.id
    where agents.workspace_id = ${workspaceId} and ${which}
  `
}

interface Now {
  agent_id: string
  active: number
  today: number
  load_from: string
  today_from: string
}

/** Today's part of it, which is a short stretch of an index. */
function selectNow(actor: Actor, ids: readonly string[], at: string): RawBuilder<Now> {
  return sql<Now>`
    select agents.id as agent_id, recent.*, span.*
    from agents
    cross join (
      select (now() - ${longestCall})::timestamptz(3) as load_from,
        local_day_start((now() at time zone ${actor.workspace.timezone})::date, ${actor.workspace.timezone}) as today_from
    ) as span
    cross join lateral (
      select count(*) filter (where ${isActive})::int as active,
        count(*) filter (
          where calls.started_at >= span.today_from and calls.started_at < ${at} and ${isSeen(actor)}
        )::int as today
      from calls
      where calls.workspace_id = agents.workspace_id and calls.agent_id = agents.id
        and calls.started_at >= least(span.load_from, span.today_from) and ${isKept(actor)}
    ) as recent
    where agents.workspace_id = ${actor.workspaceId} and agents.id = any(${ids}::uuid[])
  `
}

/**
 * The same figures of some agents, the rates from the sums that reports read: what a list shows must not cost more with
 * every call. Like all figures they are of what the actor may see.
 */
export async function loadFigures(
  db: Database,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, AgentFigures>> {
  const period = await resolvePeriod(db, actor, { bucket: 'day' })
  const { rows } = await selectNow(actor, ids, period.to).execute(db)
  const query = { bucket: 'day' as const, agentId: [...ids] }
  const facts = await sumFacts(db, actor, query, period, {
    metrics: [metric.calls, metric.spokenWith, metric.converted],
    by: 'agent',
    columns: ['key', 'a'],
  })
  return new Map(
    rows.map((row) => {
      const many = (wanted: Partial<FactSum>) => total(facts, { key: row.agent_id, ...wanted })
      const figures = {
        ...row,
        placed: many({ metric: metric.calls, a: callParts.placed }),
        answered: many({ metric: metric.calls, a: callParts.answered }),
        spoken_with: many({ metric: metric.spokenWith }),
        converted: many({ metric: metric.converted }),
        at: period.to,
        rates_from: period.from,
      }
      return [row.agent_id, figures]
    }),
  )
}
