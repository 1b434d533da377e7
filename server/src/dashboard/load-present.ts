import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type Figure, nothing, summarizeFacts } from '../facts/figures.ts'
import type { Actor } from '../session/actor.ts'
import { isOpen, openTypes } from './open-types.ts'
import { readSums, type Sums } from './read-sums.ts'
import { askFacts, factsOf, presentSums } from './report-facts.ts'
import type { ReportQuery } from './report-period.ts'
import { applicationSlice } from './report-slice.ts'
import { type Spread, spreadOf } from './spread.ts'
import { workOutOnce } from './work-out-once.ts'

interface Age {
  /** The type. */
  label: string
  /** Whole ones. */
  days: number
  n: number
}

const spreadsOfAges = workOutOnce((rows: readonly Age[]): ReadonlyMap<string, Spread> => {
  const ages = new Map<string, Map<number, number>>()
  for (const { label, days, n } of rows) {
    // As other durations are.
    const tenths = Math.max(0, days) * 10
    const ofType = ages.get(label) ?? new Map<number, number>()
    ofType.set(tenths, (ofType.get(tenths) ?? 0) + n)
    ages.set(label, ofType)
  }
  return new Map([...ages].map(([type, ofType]) => [type, spreadOf(ofType)]))
})

/** By open type, for how long applications are in it now, in days. */
export async function loadAges(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  timezone: string,
): Promise<ReadonlyMap<string, Spread>> {
  const sums = timezone === actor.workspace.timezone ? presentSums(actor, query, ['openNow']) : null
  const rows = summarizeFacts(factsOf(actor, query, ['openNow'], null), timezone, {
    wanted: ['openNow'],
    splits: [''],
  })
  const { rows: now } = await sql<{ today: string }>`
    select (now() at time zone ${timezone})::date::text as today
  `.execute(db)
  const today = now[0]!.today
  const facts = await askFacts(
    db,
    { sums, rows },
    {
      ask: (relation) => sql<Age>`
      select f.label, ${today}::date - f.day as days, sum(f.n)::float8 as n
      from (${relation}) as f group by 1, 2 having sum(f.n) <> 0
    `,
      counts: ['n'],
    },
  )
  return spreadsOfAges(facts)
}

/** How many of `rows` are between a full hour and now: more than none if it is over, less if it is still to come. */
function countBetween(hour: RawBuilder<unknown>, at: RawBuilder<unknown>, rows: RawBuilder<unknown>) {
  const isOver = sql`${hour} <= now()`
  return sql`
    select case when ${isOver} then count(*) else -count(*) end as n from ${rows}
    and ${at} >= case when ${isOver} then ${hour} else now() + interval '1 microsecond' end
    and ${at} <= case when ${isOver} then now() else ${hour} - interval '1 microsecond' end
  `
}

export interface DueSums extends Sums {
  /** Of a fact `f` of what is due or to be called back: whether it counts. */
  isDue: RawBuilder<SqlBool>
}

/**
 * As `presentSums`, of what is due by now as well. Sums tell only by which hour something is: those until the nearest full
 * one count, and what is between it and now is counted from the rows, along with what happened since. That is so
 * whatever the clock here says, which only chooses the hour.
 */
export function dueSums(actor: Actor, query: ReportQuery, figures: readonly Figure[]): DueSums | null {
  const sums = presentSums(actor, query, figures)
  if (!sums) return null
  const nearest = Math.round(Date.now() / 3_600_000)
  const hour = sql`to_timestamp(${nearest * 3600})`
  const rows = sql`applications where ${applicationSlice(actor, query)}`
  const counted = (figure: Figure, label: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    select ${figure}::text, current_date, '', ${label}, '', ${nothing}::uuid, ${nearest}::integer - 1, c.n
    from ${from} as c where c.n <> 0
  `
  // Type by type, which is twice as fast as telling the types apart while counting.
  const late = countBetween(
    hour,
    sql`applications.due_at`,
    sql`${rows} and applications.status_type = t.type and applications.closed_at is null`,
  )
  const callbacks = countBetween(hour, sql`coalesce(applications.callback_at, 'infinity')`, rows)
  const present = [
    sums.since,
    counted(
      'due',
      sql`t.type`,
      sql`unnest(${[...openTypes]}::text[]) as t (type) cross join lateral (${late})`,
    ),
    ...(figures.includes('callback') ? [counted('callback', sql`''`, sql`(${callbacks})`)] : []),
  ]
  return {
    ...sums,
    since: sql.join(present, sql` union all `),
    isDue: sql`f.value < ${nearest}`,
  }
}

/** Open applications by type, and of them the late ones. */
export interface OpenCount {
  /** The type. */
  label: string
  count: number
  late: number
}

/** From the sums, or the rows where these cannot tell. */
export async function loadOpen(
  db: Database,
  actor: Actor,
  query: ReportQuery,
): Promise<readonly OpenCount[]> {
  const sums = dueSums(actor, query, ['openNow', 'due'])
  const open =
    sums &&
    (await readSums(db, sums, {
      ask: (facts) => sql<OpenCount>`
        select f.label, coalesce(sum(f.n) filter (where f.figure = 'openNow'), 0)::float8 as count,
          coalesce(sum(f.n) filter (where f.figure = 'due'), 0)::float8 as late
        from (${facts}) as f
        where f.figure = 'openNow' or ${sums.isDue}
        group by f.label
      `,
      counts: ['count', 'late'],
    }))
  return open ?? countOpen(db, actor, query)
}

/** The same from the rows alone. */
export async function countOpen(db: Database, actor: Actor, query: ReportQuery): Promise<OpenCount[]> {
  const { rows } = await sql<OpenCount>`
    select c.label, coalesce(sum(c.count), 0)::float8 as count, coalesce(sum(c.late), 0)::float8 as late
    from (
      select applications.status_type as label, count(*) as count, 0 as late from applications
      where ${isOpen} and ${applicationSlice(actor, query)} group by 1
      union all
      select applications.status_type, 0, count(*) from applications
      where ${isOpen} and ${applicationSlice(actor, query, { late: true })} group by 1
    ) as c
    group by c.label
  `.execute(db)
  return rows
}
