import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { factsOf } from '../dashboard/report-facts.ts'
import { resolvePeriod } from '../dashboard/report-period.ts'
import { type FactSum, sumFacts, total } from '../dashboard/sum-facts.ts'
import type { Database } from '../database/connect.ts'
import { neverBefore, summarizeFacts } from '../facts/figures.ts'
import { seesAllApplications } from '../policies/application-policy.ts'
import { callScope } from '../policies/call-policy.ts'
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

interface Now {
  agent_id: string
  active: number
  today: number
  load_from: string
  today_from: string
}

/** How many calls agents have now, and had today: a short stretch of an index. */
function selectNow(actor: Actor, which: RawBuilder<SqlBool>, at: RawBuilder<unknown>): RawBuilder<Now> {
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
    where agents.workspace_id = ${actor.workspaceId} and ${which}
  `
}

const rateFigures = ['calls', 'spokenWith', 'converted'] as const

/** The figures of all agents as a relation, for a file: how many calls they have now, today's, and how those of 28 days went. */
export function selectFigures(actor: Actor): RawBuilder<Omit<AgentFigures, 'at' | 'rates_from'>> {
  const { timezone } = actor.workspace
  const from = sql`local_day_start((now() at time zone ${timezone})::date - 27, ${timezone})`
  const facts = sql`
    select f.* from (${factsOf(actor, { bucket: 'day' }, rateFigures, null)}) as f where f.at >= ${from} and f.at < now()
  `
  const sum = (condition: RawBuilder<unknown>) => sql`coalesce(sum(s.n) filter (where ${condition}), 0)::int`
  return sql`
    select recent.*, coalesce(rates.placed, 0) as placed, coalesce(rates.answered, 0) as answered,
      coalesce(rates.spoken_with, 0) as spoken_with, coalesce(rates.converted, 0) as converted
    from (${selectNow(actor, sql`true`, sql`now()`)}) as recent
    left join (
      select s.key, ${sum(sql`s.figure = 'calls' and s.label = 'placed'`)} as placed,
        ${sum(sql`s.figure = 'calls' and s.label = 'answered'`)} as answered,
        ${sum(sql`s.figure = 'spokenWith' and s.value = ${neverBefore}`)} as spoken_with,
        ${sum(sql`s.figure = 'converted' and s.value = ${neverBefore}`)} as converted
      from (${summarizeFacts(facts, timezone, { wanted: rateFigures, splits: ['agent'] })}) as s
      group by 1
    ) as rates on rates.key = recent.agent_id::text
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
  const { rows } = await selectNow(
    actor,
    sql`agents.id = any(${ids}::uuid[])`,
    sql`${period.to}::timestamptz`,
  ).execute(db)
  const query = { bucket: 'day' as const, agentId: [...ids] }
  const facts = await sumFacts(db, actor, query, period, {
    figures: rateFigures,
    by: 'agent',
    columns: ['key', 'label'],
  })
  return new Map(
    rows.map((row) => {
      const many = (wanted: Partial<FactSum>) => total(facts, { key: row.agent_id, ...wanted })
      const figures = {
        ...row,
        placed: many({ figure: 'calls', label: 'placed' }),
        answered: many({ figure: 'calls', label: 'answered' }),
        spoken_with: many({ figure: 'spokenWith' }),
        converted: many({ figure: 'converted' }),
        at: period.to,
        rates_from: period.from,
      }
      return [row.agent_id, figures]
    }),
  )
}
