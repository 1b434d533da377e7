import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { seesAllApplications } from '../applications/application-policy.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { type PartOfDay, readPart, together } from './read-part.ts'
import { type Question, readSums, type Sums } from './read-sums.ts'
import { type MetricNumber, metric } from './report-metrics.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { applicationSlice, callSlice } from './report-slice.ts'

/** What facts can be told apart by, by the numbers of `report_rollups`. */
const dimensions = { all: 0, company: 1, source: 3, agent: 4 } as const

export type Dimension = keyof typeof dimensions

export interface Asked {
  metrics: readonly MetricNumber[]
  /** The period before as well, as part 0. */
  previous?: boolean
  /** Tells them apart by this, as `key`; else it is empty. */
  by?: Exclude<Dimension, 'all'>
  /** Only those with this `a`. */
  a?: number
}

/** The sums that are asked. */
interface SumsOf {
  dimension: Dimension
  /** Null: all there are. */
  keys: readonly string[] | null
}

/** What sums are kept of in each dimension, as `report_key` in the database has it. */
const isKept: Record<Dimension, (metric: MetricNumber) => boolean> = {
  all: () => true,
  company: (one) => one === metric.ended,
  source: (one) => one === metric.createdByReached || one === metric.daysToHire,
  agent: (one) => one >= metric.callsByHour,
}

/**
 * The sums that answer a question, or null where only the rows can. Sums are kept for all together and, of some metrics,
 * by one thing at a time. Agents are not added up: one application may be called by several.
 */
function sumsFor(
  actor: Actor,
  query: ReportQuery,
  { metrics, by }: Pick<Asked, 'metrics' | 'by'>,
): SumsOf | null {
  const { companyId, positionId, ownerId, source, agentId } = query
  if (!seesAllApplications(actor)) return null
  if ([companyId, positionId, ownerId, source].some((values) => values?.length)) return null
  const agents = agentId?.length ? [...new Set(agentId)] : null
  const dimension = by ?? (agents ? 'agent' : 'all')
  if (!metrics.every(isKept[dimension])) return null
  if (!agents) return { dimension, keys: by ? null : [''] }
  if (dimension !== 'agent' || (agents.length > 1 && !by)) return null
  return { dimension, keys: agents }
}

const epoch = sql`date '1970-01-01'`

/** Those sums, and what was not added to them yet. */
function summedFacts(
  workspaceId: string,
  metrics: readonly MetricNumber[],
  { dimension, keys }: SumsOf,
  within: RawBuilder<SqlBool> | null,
): Pick<Sums, 'kept' | 'since'> {
  const number = dimensions[dimension]
  const key = sql`report_key(${number}, metric, company_id, source, agent)`
  const wanted = sql`workspace_id = ${workspaceId} and metric = any(${metrics}::smallint[])
    ${within ? sql`and ${within}` : sql``}`
  return {
    kept: sql`
      select metric, day, key, a, b, ref, n from report_rollups
      where ${wanted} and dimension = ${number} ${keys ? sql`and key = any(${keys}::text[])` : sql``}
    `,
    since: sql`
      select metric, day, ${key} as key, a, b, ref, n from report_deltas
      where ${wanted} and ${keys ? sql`${key} = any(${keys}::text[])` : sql`${key} is not null`}
    `,
  }
}

/** What holds now, whatever the period: sums of `metric`, `day`, `a`, `ref` and `n`, or null where only the rows can tell. */
export function presentSums(actor: Actor, query: ReportQuery, metrics: readonly MetricNumber[]): Sums | null {
  const of = sumsFor(actor, query, { metrics })
  const { workspaceId, workspace } = actor
  return of && { workspaceId, timezone: workspace.timezone, ...summedFacts(workspaceId, metrics, of, null) }
}

/** Moments; the end is not part of it. */
interface Span {
  from: string
  to: string
}

/** The applications, and the calls of none, that may have counted for something in a stretch of time. */
function subjectsWithin(actor: Actor, query: ReportQuery, span: Span): RawBuilder<unknown> {
  const { companyId, positionId, ownerId, source } = query
  const few = !seesAllApplications(actor) || [companyId, positionId, ownerId].some((values) => values?.length)
  const during = (column: string) =>
    sql`${sql.ref(column)} >= ${span.from}::timestamptz and ${sql.ref(column)} < ${span.to}::timestamptz`
  const here = actor.workspaceId
  const loose = sql`
    union all
    select calls.id from calls
    where calls.application_id is null and ${during('calls.started_at')} and ${callSlice(actor, query)}
  `
  // Of one position, company or owner there are fewer applications than there is to do in a workspace in a month.
  if (few)
    return sql`
      select applications.id from applications
      where ${applicationSlice(actor, query)} and (
        ${during('applications.created_at')} or ${during('applications.closed_at')}
        or exists (
          select from activity_logs l
          where l.workspace_id = ${here} and l.application_id = applications.id and l.to_type is not null
            and l.reverted_at is null and ${during('l.at')}
        )
        or exists (
          select from calls c
          where c.workspace_id = ${here} and c.application_id = applications.id and ${during('c.started_at')}
        )
      )
    `
  return sql`
    select applications.id from applications
    where ${applicationSlice(actor, query)} and applications.id in (
      select a.id from applications a where a.workspace_id = ${here} and ${during('a.created_at')}
      union
      select a.id from applications a where a.workspace_id = ${here} and ${during('a.closed_at')}
      union
      select l.application_id from activity_logs l
      where l.workspace_id = ${here} and l.to_type is not null and l.reverted_at is null and ${during('l.at')}
      union
      select c.application_id from calls c
      where c.workspace_id = ${here} and c.application_id is not null and ${during('c.started_at')}
    )
    ${source?.length ? sql`` : loose}
  `
}

/** The same facts from the rows themselves; with `subjectsOf` of those alone that may have counted for something then. */
function countedFacts(
  actor: Actor,
  query: ReportQuery,
  timezone: string,
  asked: Asked,
  span: Span,
  subjectsOf = span,
): RawBuilder<unknown> {
  const keys: Record<Dimension, RawBuilder<unknown>> = {
    all: sql`''`,
    company: sql`p.company_id::text`,
    source: sql`coalesce(a.source, '')`,
    agent: sql`coalesce(f.agent::text, '')`,
  }
  const ofAgents = asked.by === 'agent' ? sql<SqlBool>`f.agent is not null` : sql<SqlBool>`f.agent is null`
  const callers = query.agentId?.length ? query.agentId : null
  return sql`
    select f.metric, f.day, ${keys[asked.by ?? 'all']} as key, f.a, f.b, f.ref, f.n
    from report_facts_of_many(
      ${actor.workspaceId}, array(${subjectsWithin(actor, query, subjectsOf)}), ${timezone},
      ${asked.metrics}::integer[], ${callers}::uuid[], ${span.from}, ${span.to}
    ) as f
    left join applications a on a.workspace_id = ${actor.workspaceId} and a.id = f.subject
    left join positions p on p.workspace_id = a.workspace_id and p.id = a.position_id
    where f.metric < 30 or ${ofAgents}
  `
}

/** What a report adds up: from the sums where they can answer, else from the rows. */
export interface Facts {
  sums: Sums | null
  rows: RawBuilder<unknown>
  /** What the sums lack: the part of a day with which the period before ends. */
  part?: PartOfDay | null
}

/**
 * Relations of what a report adds up: `metric`, `day`, `key`, `a`, `b`, `ref`, `n`, `part` (1 the period, 0 the one
 * before), and of metrics that count an application once in a period, whether it is `fresh`: the rows that are not did
 * happen in the part before already.
 */
export function reportFacts(actor: Actor, query: ReportQuery, period: ReportPeriod, asked: Asked): Facts {
  const { from, to, previousFrom, previousTo, timezone } = period
  const counted = (number: 0 | 1, span: Span) => sql`
    select s.*, ${number}::integer as part, not report_is_distinct(s.metric) or s.b = -1000000 as fresh
    from (${countedFacts(actor, query, timezone, asked, span)}) as s
  `
  const present = counted(1, { from, to })
  const sums = sumsWithin(actor, query, period, asked)
  return {
    sums,
    part: sums && asked.previous ? partOfDay(actor, query, period, asked) : null,
    rows: asked.previous
      ? sql`${present} union all ${counted(0, { from: previousFrom, to: previousTo })}`
      : present,
  }
}

function sumsWithin(actor: Actor, query: ReportQuery, period: ReportPeriod, asked: Asked): Sums | null {
  const { days, timezone } = period
  const of = days && sumsFor(actor, query, asked)
  if (!of) return null
  const { from, to, previousFrom, previousTo } = days
  const within = sql<SqlBool>`(
    (day >= ${from}::date and day < ${to}::date)
    ${asked.previous ? sql`or (day >= ${previousFrom}::date and day < ${previousTo}::date)` : sql``}
  )`
  const facts = summedFacts(actor.workspaceId, asked.metrics, of, within)
  const inParts = (relation: RawBuilder<unknown>) => sql`
    select s.*, (s.day >= ${from}::date)::integer as part,
      not report_is_distinct(s.metric)
        or s.b < case when s.day >= ${from}::date then ${from}::date else ${previousFrom}::date end - ${epoch} as fresh
    from (${relation}) as s
  `
  const { workspaceId } = actor
  return { workspaceId, timezone, kept: inParts(facts.kept), since: inParts(facts.since) }
}

/** The facts of the part of a day with which the period before ends, of the applications that did anything in it. */
function partOfDay(actor: Actor, query: ReportQuery, period: ReportPeriod, asked: Asked): PartOfDay | null {
  const { days, timezone, previousFrom, previousTo } = period
  if (!days?.previousPartFrom) return null
  const span = { from: previousFrom, to: previousTo }
  const part = { from: days.previousPartFrom, to: previousTo }
  return {
    workspaceId: actor.workspaceId,
    day: days.previousTo,
    facts: sql`
      select s.*, 0 as part, not report_is_distinct(s.metric) or s.b = -1000000 as fresh
      from (${countedFacts(actor, query, timezone, asked, span, part)}) as s
      where s.day = ${days.previousTo}::date
    `,
  }
}

/** Asks what a report adds up. Its rows come in no order; those of sums are the same array until something changes. */
export async function askFacts<Row extends object>(
  db: Database,
  { sums, rows, part }: Facts,
  question: Question<Row>,
): Promise<readonly Row[]> {
  const summed = sums && (await readSums(db, sums, question))
  if (!summed) return (await question.ask(rows).execute(db)).rows
  return part ? together(summed, await readPart(db, part, question)) : summed
}

/** Of a fact: whether it counts in its bucket, where an application counts once in each. On one day it does. */
export function freshInBucket({ bucket, from, timezone }: ReportPeriod): RawBuilder<SqlBool> {
  if (bucket === 'day') return sql`true`
  return sql`(not report_is_distinct(f.metric)
    or f.b < greatest(date_trunc(${bucket}, f.day::timestamp), ${from}::timestamptz at time zone ${timezone})::date - ${epoch})`
}

/** The bucket of a fact, as in `period.buckets`. */
export function bucketOfFact({ bucket }: ReportPeriod): RawBuilder<string> {
  return bucket === 'day'
    ? sql`f.day::text`
    : sql`to_char(date_trunc(${bucket}, f.day::timestamp), 'YYYY-MM-DD')`
}
