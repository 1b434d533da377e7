import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { isOpen } from './open-types.ts'
import { readSums } from './read-sums.ts'
import { askFacts, presentSums } from './report-facts.ts'
import { metric } from './report-metrics.ts'
import type { ReportQuery } from './report-period.ts'
import { applicationSlice } from './report-slice.ts'

/** For each open type how many applications are in it for how many whole days, in tenths as other durations are. */
export async function loadAges(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  timezone: string,
): Promise<Map<number, Map<number, number>>> {
  const sums = timezone === actor.workspace.timezone ? presentSums(actor, query, [metric.openNow]) : null
  const rows = sql`select f.day, f.a, f.n from report_facts_of_many(
    ${actor.workspaceId}, array(
      select applications.id from applications
      where applications.closed_at is null and ${applicationSlice(actor, query)}
    ), ${timezone}, array[${metric.openNow}]::integer[]
  ) as f`
  const { rows: now } = await sql<{ today: string }>`
    select (now() at time zone ${timezone})::date::text as today
  `.execute(db)
  const today = now[0]!.today
  const facts = await askFacts(
    db,
    { sums, rows },
    {
      ask: (relation) => sql<{ a: number; days: number; n: number }>`
      select f.a, ${today}::date - f.day as days, sum(f.n)::float8 as n
      from (${relation}) as f group by 1, 2 having sum(f.n) <> 0
    `,
      counts: ['n'],
    },
  )
  const ages = new Map<number, Map<number, number>>()
  for (const { a, days, n } of facts) {
    const tenths = Math.max(0, days) * 10
    const ofType = ages.get(a) ?? new Map<number, number>()
    ofType.set(tenths, (ofType.get(tenths) ?? 0) + n)
    ages.set(a, ofType)
  }
  return ages
}

const midnight = (timezone: string) =>
  sql`date_trunc('day', now() at time zone ${timezone}) at time zone ${timezone}`

const sinceMidnight = {
  late: (timezone: string) => sql`${isOpen} and applications.due_at >= ${midnight(timezone)}`,
  // As the index has it.
  callbackDue: (timezone: string) =>
    sql`coalesce(applications.callback_at, 'infinity') >= ${midnight(timezone)}`,
}

type Due = keyof typeof sinceMidnight

/** What came due since midnight, which sums by days do not tell: how many applications of each type, and the day it is. */
export async function loadDueToday(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  wanted: readonly Due[],
): Promise<{ today: string; counts: { due: Due; a: number; n: number }[] }> {
  const { timezone } = actor.workspace
  const counts = wanted.map(
    (due) => sql`
      select ${due}::text as due, report_type(applications.status_type) as a, count(*)::integer as n
      from applications
      where ${applicationSlice(actor, query, { [due]: true })} and ${sinceMidnight[due](timezone)}
      group by 2
    `,
  )
  const { rows } = await sql<{ today: string; due: Due | null; a: number; n: number }>`
    select (now() at time zone ${timezone})::date::text as today, f.due, f.a, f.n
    from (values (true)) as always left join (${sql.join(counts, sql` union all `)}) as f on true
  `.execute(db)
  const { today } = rows[0]!
  return { today, counts: rows.flatMap(({ due, a, n }) => (due ? [{ due, a, n }] : [])) }
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
  const sums = presentSums(actor, query, [metric.openNow, metric.due])
  const since = sums && (await loadDueToday(db, actor, query, ['late']))
  const open =
    since &&
    (await readSums(db, sums, {
      ask: (facts) => sql<OpenCount>`
        select f.a, coalesce(sum(f.n) filter (where f.metric = ${metric.openNow}), 0)::float8 as count,
          coalesce(sum(f.n) filter (where f.metric = ${metric.due}), 0)::float8 as late
        from (${facts}) as f
        where f.metric = ${metric.openNow} or f.day < ${since.today}::date
        group by f.a
      `,
      counts: ['count', 'late'],
    }))
  if (!open) return countOpen(db, actor, query)
  return open.map(({ a, count, late }) => ({
    a,
    count,
    late: late + (since.counts.find((today) => today.a === a)?.n ?? 0),
  }))
}

/** The same from the rows alone. */
export async function countOpen(db: Database, actor: Actor, query: ReportQuery): Promise<OpenCount[]> {
  const { rows } = await sql<OpenCount>`
    select c.a, coalesce(sum(c.count), 0)::float8 as count, coalesce(sum(c.late), 0)::float8 as late
    from (
      select report_type(applications.status_type) as a, count(*) as count, 0 as late from applications
      where ${isOpen} and ${applicationSlice(actor, query)} group by 1
      union all
      select report_type(applications.status_type), 0, count(*) from applications
      where ${isOpen} and ${applicationSlice(actor, query, { late: true })} group by 1
    ) as c
    group by c.a
  `.execute(db)
  return rows
}
