import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import {
  type Figure,
  isDistinct,
  isDistinctFigure,
  isSplitBy,
  metricsOf,
  neverBefore,
  type Split,
  summarizeFacts,
} from '../facts/figures.ts'
import { seesAllApplications } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { concatenate, type PartOfDay, readPart } from './read-part.ts'
import { type Question, readTotals, type Totals } from './read-totals.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { applicationSlice, callSlice } from './report-slice.ts'

export interface Asked {
  figures: readonly Figure[]
  /** Also counts the period before, as part 0. */
  previous?: boolean
  /** Splits figures by this, as `key`; otherwise `key` is empty. */
  by?: Split
  /** Counts only this label. */
  label?: string
}

/** Which totals to read. */
interface TotalsOf {
  split: Split | ''
  /** Null: all keys. */
  keys: readonly string[] | null
}

/**
 * Returns the totals that answer a report, or null if only facts can. Totals are stored for the whole workspace and, for
 * some figures, by company, source or agent. Several agents are not added up, because they may call one application.
 */
function findTotals(
  actor: Actor,
  query: ReportQuery,
  { figures, by }: Pick<Asked, 'figures' | 'by'>,
): TotalsOf | null {
  const { companyId, positionId, ownerId, source, agentId } = query
  if (!seesAllApplications(actor)) return null
  if ([companyId, positionId, ownerId, source].some((values) => values?.length)) return null
  const agents = agentId?.length ? [...new Set(agentId)] : null
  const split = by ?? (agents ? 'agent' : '')
  if (split && !figures.every((figure) => isSplitBy(figure, split))) return null
  if (!agents) return { split, keys: by ? null : [''] }
  if (split !== 'agent' || (agents.length > 1 && !by)) return null
  return { split, keys: agents }
}

const epoch = sql`date '1970-01-01'`

/** Returns the stored totals and the pending changes. */
function totalsOf(
  workspaceId: string,
  figures: readonly Figure[],
  { split, keys }: TotalsOf,
  within: RawBuilder<SqlBool> | null,
): Pick<Totals, 'stored' | 'pending'> {
  const rows = (table: string) => sql`
    select figure, day, key, label, detail, ref, value, n from ${sql.table(table)}
    where workspace_id = ${workspaceId} and split = ${split} and figure = any(${figures}::text[])
      ${keys ? sql`and key = any(${keys}::text[])` : sql``} ${within ? sql`and ${within}` : sql``}
  `
  return { stored: rows('fact_totals'), pending: rows('fact_total_changes') }
}

/** Returns the totals of figures that have no period, or null if only facts can answer. */
export function currentTotals(actor: Actor, query: ReportQuery, figures: readonly Figure[]): Totals | null {
  const of = findTotals(actor, query, { figures })
  const { workspaceId, workspace } = actor
  return of && { workspaceId, timezone: workspace.timezone, ...totalsOf(workspaceId, figures, of, null) }
}

/** `to` is exclusive. */
interface Span {
  from: string
  to: string
}

/** The condition on a fact `f`: its application or call is in the report's filters and the actor's scope. */
function isOfSlice(actor: Actor, query: ReportQuery): RawBuilder<SqlBool> {
  const { companyId, positionId, ownerId, source, agentId } = query
  const narrowed = [companyId, positionId, ownerId, source].some((values) => values?.length)
  if (seesAllApplications(actor) && !narrowed && !agentId?.length) return sql`true`
  const ofApplications = sql<SqlBool>`f.subject_id in (
    select applications.id from applications where ${applicationSlice(actor, query)}
  )`
  return narrowed
    ? ofApplications
    : sql`(${ofApplications} or f.position_id is null and f.subject_id in (
        select calls.id from calls where calls.application_id is null and ${callSlice(actor, query)}
      ))`
}

/** Returns the facts that the figures count, within a span or of all time. */
export function factsOf(
  actor: Actor,
  query: ReportQuery,
  figures: readonly Figure[],
  span: Span | null,
): RawBuilder<unknown> {
  const { agentId } = query
  return sql`
    select f.* from facts f
    where f.workspace_id = ${actor.workspaceId} and f.metric = any(${metricsOf(figures)}::text[])
      ${span ? sql`and f.at >= ${span.from}::timestamptz and f.at < ${span.to}::timestamptz` : sql``}
      ${agentId?.length ? sql`and (f.metric <> 'call' or f.agent_id = any(${agentId}::uuid[]))` : sql``}
      and ${isOfSlice(actor, query)}
  `
}

/** Returns the figures, summarized from facts. */
function countedFacts(
  actor: Actor,
  query: ReportQuery,
  timezone: string,
  { figures, by }: Asked,
  span: Span,
  of = sql`true`,
): RawBuilder<unknown> {
  const facts = sql`select f.* from (${factsOf(actor, query, figures, span)}) as f where ${of}`
  return summarizeFacts(facts, timezone, { wanted: figures, splits: [by ?? ''] })
}

/** The relations that a report sums: `totals` if they can answer, otherwise `rows`. */
export interface Facts {
  totals: Totals | null
  rows: RawBuilder<unknown>
  /** The part of a day at the end of the period before, which totals lack. */
  part?: PartOfDay | null
}

/**
 * Returns the relations that a report sums, with the columns `figure`, `day`, `key`, `label`, `detail`, `ref`, `value`,
 * `n`, `part` (1: the period, 0: the one before) and `fresh`. A figure that counts an application once in a period counts
 * only fresh rows: the others happened earlier in the same part as well.
 */
export function reportFacts(actor: Actor, query: ReportQuery, period: ReportPeriod, asked: Asked): Facts {
  const { from, to, previousFrom, previousTo, timezone } = period
  const counted = (number: 0 | 1, span: Span) => sql`
    select s.*, ${number}::integer as part, not ${isDistinct(sql`s.figure`)} or s.value = ${neverBefore} as fresh
    from (${countedFacts(actor, query, timezone, asked, span)}) as s
  `
  const present = counted(1, { from, to })
  const totals = totalsWithin(actor, query, period, asked)
  return {
    totals,
    part: totals && asked.previous ? partOfDay(actor, query, period, asked) : null,
    rows: asked.previous
      ? sql`${present} union all ${counted(0, { from: previousFrom, to: previousTo })}`
      : present,
  }
}

function totalsWithin(actor: Actor, query: ReportQuery, period: ReportPeriod, asked: Asked): Totals | null {
  const { days, timezone } = period
  const of = days && findTotals(actor, query, asked)
  if (!of) return null
  const { from, to, previousFrom, previousTo } = days
  const within = sql<SqlBool>`(
    (day >= ${from}::date and day < ${to}::date)
    ${asked.previous ? sql`or (day >= ${previousFrom}::date and day < ${previousTo}::date)` : sql``}
  )`
  const facts = totalsOf(actor.workspaceId, asked.figures, of, within)
  const withPeriod = (relation: RawBuilder<unknown>) => sql`
    select s.*, (s.day >= ${from}::date)::integer as part,
      not ${isDistinct(sql`s.figure`)}
        or s.value < case when s.day >= ${from}::date then ${from}::date else ${previousFrom}::date end - ${epoch} as fresh
    from (${relation}) as s
  `
  const { workspaceId } = actor
  return { workspaceId, timezone, stored: withPeriod(facts.stored), pending: withPeriod(facts.pending) }
}

/** Returns the part of a day at the end of the period before, from the facts of the applications that have any in it. */
function partOfDay(actor: Actor, query: ReportQuery, period: ReportPeriod, asked: Asked): PartOfDay | null {
  const { days, timezone, previousFrom, previousTo } = period
  if (!days?.previousPartFrom) return null
  const part = { from: days.previousPartFrom, to: previousTo }
  const inPart = sql`f.at >= ${part.from}::timestamptz and f.at < ${part.to}::timestamptz`
  // Whether an application counts depends on what it did earlier in the period.
  const needsWhole = asked.figures.some(isDistinctFigure)
  const span = needsWhole ? { from: previousFrom, to: previousTo } : part
  // As an array, read once: without statistics a join would read them again for each fact, which takes minutes.
  const ofPart = needsWhole
    ? sql`f.subject_id = any(array(
        select distinct f.subject_id from facts f
        where f.workspace_id = ${actor.workspaceId} and f.metric = any(${metricsOf(asked.figures)}::text[]) and ${inPart}
      ))`
    : sql`true`
  return {
    workspaceId: actor.workspaceId,
    day: days.previousTo,
    facts: sql`
      select s.*, 0 as part, not ${isDistinct(sql`s.figure`)} or s.value = ${neverBefore} as fresh
      from (${countedFacts(actor, query, timezone, asked, span, ofPart)}) as s
      where s.day = ${days.previousTo}::date
    `,
  }
}

/** Runs a report's query. The rows have no order; those of totals are the same array until something changes. */
export async function askFacts<Row extends object>(
  db: Database,
  { totals, rows, part }: Facts,
  question: Question<Row>,
): Promise<readonly Row[]> {
  const summed = totals && (await readTotals(db, totals, question))
  if (!summed) return (await question.ask(rows).execute(db)).rows
  return part ? concatenate(summed, await readPart(db, part, question)) : summed
}

/** The condition that a fact counts in its bucket, where each application counts once. */
export function freshInBucket({ bucket }: Pick<ReportPeriod, 'bucket'>): RawBuilder<SqlBool> {
  if (bucket === 'day') return sql`true`
  return sql`(f.fresh or f.value < date_trunc(${bucket}, f.day::timestamp)::date - ${epoch})`
}

/** The day that names a fact's bucket in `period.buckets`. */
export function bucketOfFact({ bucket }: ReportPeriod): RawBuilder<string> {
  return bucket === 'day'
    ? sql`f.day::text`
    : sql`to_char(date_trunc(${bucket}, f.day::timestamp), 'YYYY-MM-DD')`
}
