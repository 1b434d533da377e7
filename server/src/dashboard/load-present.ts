import { type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { isOpen, openTypes } from './open-types.ts'
import { readSums } from './read-sums.ts'
import { askFacts, presentSums } from './report-facts.ts'
import { metric } from './report-metrics.ts'
import type { ReportQuery } from './report-period.ts'
import { applicationSlice } from './report-slice.ts'
import { type Spread, spreadOf } from './spread.ts'
import { workOutOnce } from './work-out-once.ts'

interface Age {
  a: number
  /** Whole ones. */
  days: number
  n: number
}

const spreadsOfAges = workOutOnce((rows: readonly Age[]): ReadonlyMap<number, Spread> => {
  const ages = new Map<number, Map<number, number>>()
  for (const { a, days, n } of rows) {
    // As other durations are.
    const tenths = Math.max(0, days) * 10
    const ofType = ages.get(a) ?? new Map<number, number>()
    ofType.set(tenths, (ofType.get(tenths) ?? 0) + n)
    ages.set(a, ofType)
  }
  return new Map([...ages].map(([a, ofType]) => [a, spreadOf(ofType)]))
})

/** By the rank of each open type for how long applications are in it now, in days. */
export async function loadAges(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  timezone: string,
): Promise<ReadonlyMap<number, Spread>> {
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
      ask: (relation) => sql<Age>`
      select f.a, ${today}::date - f.day as days, sum(f.n)::float8 as n
      from (${relation}) as f group by 1, 2 having sum(f.n) <> 0
    `,
      counts: ['n'],
    },
  )
  return spreadsOfAges(facts)
}

export interface DueToday {
  /** The sums of days up to this one, and then `late` and `callbacks`, are what is due. */
  until: string
  /** By the rank of the type how many more there are; less than none where they are due later in the day. */
  late: ReadonlyMap<number, number>
  callbacks: number
}

/**
 * What sums by days do not tell of the present day: until noon what came due since midnight; afterwards, what is still to
 * come, to be taken away from the sum of the day. So the half with fewer rows is counted.
 */
export async function loadDueToday(db: Database, actor: Actor, query: ReportQuery): Promise<DueToday> {
  const { timezone } = actor.workspace
  const local = sql`now() at time zone ${timezone}`
  const isAfternoon = sql`extract(hour from ${local}) >= 12`
  const midnight = (days: number) =>
    sql`(date_trunc('day', ${local}) + ${days} * interval '1 day') at time zone ${timezone} - interval '1 microsecond'`
  const isInHalf = (at: RawBuilder<unknown>) => sql`
    ${at} > case when ${isAfternoon} then now() else ${midnight(0)} end
    and ${at} <= case when ${isAfternoon} then ${midnight(1)} else now() end
  `
  const slice = applicationSlice(actor, query)
  // Type by type, which is twice as fast as telling the types apart while counting.
  const { rows } = await sql<{ until: string; sign: 1 | -1; type: StatusType | null; n: number }>`
    select ((${local})::date - case when ${isAfternoon} then 0 else 1 end)::text as until,
      case when ${isAfternoon} then -1 else 1 end as sign, f.type, f.n
    from (
      select t.type, c.n from unnest(${[...openTypes]}::text[]) as t (type) cross join lateral (
        select count(*)::integer as n from applications
        where ${slice} and applications.status_type = t.type and applications.closed_at is null
          and ${isInHalf(sql`applications.due_at`)}
      ) as c
      union all
      select null, count(*)::integer from applications
      where ${slice} and ${isInHalf(sql`coalesce(applications.callback_at, 'infinity')`)}
    ) as f
  `.execute(db)
  const { until, sign } = rows[0]!
  return {
    until,
    late: new Map(rows.flatMap(({ type, n }) => (type ? [[statusTypeRank(type), n * sign]] : []))),
    callbacks: sign * (rows.find(({ type }) => type === null)?.n ?? 0),
  }
}

/** Open applications by type, and of them the late ones. */
export interface OpenCount {
  /** The rank of the type. */
  a: number
  count: number
  late: number
}

/** From the sums by days, and what they do not tell of today. */
export async function loadOpen(db: Database, actor: Actor, query: ReportQuery): Promise<OpenCount[]> {
  const sums = presentSums(actor, query, [metric.openNow, metric.due])
  const since = sums && (await loadDueToday(db, actor, query))
  const open =
    since &&
    (await readSums(db, sums, {
      ask: (facts) => sql<OpenCount>`
        select f.a, coalesce(sum(f.n) filter (where f.metric = ${metric.openNow}), 0)::float8 as count,
          coalesce(sum(f.n) filter (where f.metric = ${metric.due}), 0)::float8 as late
        from (${facts}) as f
        where f.metric = ${metric.openNow} or f.day <= ${since.until}::date
        group by f.a
      `,
      counts: ['count', 'late'],
    }))
  if (!open) return countOpen(db, actor, query)
  return open.map(({ a, count, late }) => ({ a, count, late: late + (since.late.get(a) ?? 0) }))
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
