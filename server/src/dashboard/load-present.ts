import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { isOpen } from './open-types.ts'
import { summedFacts, sumsFor } from './report-facts.ts'
import { type MetricNumber, metric } from './report-metrics.ts'
import type { ReportQuery } from './report-period.ts'
import { applicationSlice } from './report-slice.ts'

/**
 * What holds now, whatever the period, as a relation of `metric`, `day`, `a`, `ref` and `n`: from the sums, or null where
 * only the rows can tell.
 */
export async function presentSums(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  metrics: readonly MetricNumber[],
): Promise<RawBuilder<unknown> | null> {
  const sums = sumsFor(actor, query, { metrics })
  if (!sums) return null
  const state = await db
    .selectFrom('report_states')
    .where('workspace_id', '=', actor.workspaceId)
    .where('ready', '=', true)
    .where('timezone', '=', actor.workspace.timezone)
    .select('timezone')
    .executeTakeFirst()
  return state ? summedFacts(actor.workspaceId, metrics, sums, null) : null
}

/** For each open type how many applications are in it for how many whole days, in tenths as other durations are. */
export async function loadAges(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  timezone: string,
): Promise<Map<number, Map<number, number>>> {
  const sums =
    timezone === actor.workspace.timezone ? await presentSums(db, actor, query, [metric.openNow]) : null
  const facts =
    sums ??
    sql`select f.day, f.a, f.n from report_facts_of_many(
      ${actor.workspaceId}, array(
        select applications.id from applications
        where applications.closed_at is null and ${applicationSlice(actor, query)}
      ), ${timezone}, array[${metric.openNow}]::integer[]
    ) as f`
  const { rows } = await sql<{ a: number; days: number; n: number }>`
    select f.a, (now() at time zone ${timezone})::date - f.day as days, sum(f.n)::float8 as n
    from (${facts}) as f group by 1, 2 having sum(f.n) <> 0
  `.execute(db)
  const ages = new Map<number, Map<number, number>>()
  for (const { a, days, n } of rows) {
    const tenths = Math.max(0, days) * 10
    const ofType = ages.get(a) ?? new Map<number, number>()
    ofType.set(tenths, (ofType.get(tenths) ?? 0) + n)
    ages.set(a, ofType)
  }
  return ages
}

/** Open applications by type, and of them the late ones. */
export interface OpenCount {
  /** The rank of the type. */
  a: number
  count: number
  late: number
}

/** Those due on days that are over, from the sums, and those due since midnight, from their rows. */
export async function loadOpen(db: Database, actor: Actor, query: ReportQuery): Promise<OpenCount[]> {
  const { timezone } = actor.workspace
  const sums = await presentSums(db, actor, query, [metric.openNow, metric.due])
  const counted = sums
    ? sql`
      select f.a, sum(f.n) filter (where f.metric = ${metric.openNow}) as count,
        sum(f.n) filter (where f.metric = ${metric.due}) as late
      from (${sums}) as f
      where f.metric = ${metric.openNow} or f.day < (now() at time zone ${timezone})::date
      group by f.a
      union all
      select report_type(applications.status_type), 0, count(*) from applications
      where ${applicationSlice(actor, query, { late: true })} and ${isOpen}
        and applications.due_at >= date_trunc('day', now() at time zone ${timezone}) at time zone ${timezone}
      group by 1`
    : sql`
      select report_type(applications.status_type) as a, count(*) as count, 0 as late from applications
      where ${isOpen} and ${applicationSlice(actor, query)} group by 1
      union all
      select report_type(applications.status_type), 0, count(*) from applications
      where ${isOpen} and ${applicationSlice(actor, query, { late: true })} group by 1`
  const { rows } = await sql<OpenCount>`
    select c.a, coalesce(sum(c.count), 0)::float8 as count, coalesce(sum(c.late), 0)::float8 as late
    from (${counted}) as c group by c.a
  `.execute(db)
  return rows
}
