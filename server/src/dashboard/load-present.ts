import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type Figure, nothing, summarizeFacts } from '../facts/figures.ts'
import type { Actor } from '../session/actor.ts'
import { memoize } from './memoize.ts'
import { isOpen, openTypes } from './open-types.ts'
import { readTotals, type Totals } from './read-totals.ts'
import { askFacts, currentTotals, factsOf } from './report-facts.ts'
import type { ReportQuery } from './report-period.ts'
import { applicationSlice } from './report-slice.ts'
import { type Spread, spreadOf } from './spread.ts'

interface Age {
  /** The status type. */
  label: string
  /** Whole days. */
  days: number
  n: number
}

const spreadsOfAges = memoize((rows: readonly Age[]): ReadonlyMap<string, Spread> => {
  const ages = new Map<string, Map<number, number>>()
  for (const { label, days, n } of rows) {
    // Durations are in tenths.
    const tenths = Math.max(0, days) * 10
    const ofType = ages.get(label) ?? new Map<number, number>()
    ofType.set(tenths, (ofType.get(tenths) ?? 0) + n)
    ages.set(label, ofType)
  }
  return new Map([...ages].map(([type, ofType]) => [type, spreadOf(ofType)]))
})

/** Returns the current age of open applications in their type, in days. */
export async function loadAges(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  timezone: string,
): Promise<ReadonlyMap<string, Spread>> {
  const totals = timezone === actor.workspace.timezone ? currentTotals(actor, query, ['openNow']) : null
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
    { totals, rows },
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

/** Counts the rows between a full hour and now: positive if the hour is past, negative if it is still to come. */
function countBetween(hour: RawBuilder<unknown>, at: RawBuilder<unknown>, rows: RawBuilder<unknown>) {
  const isOver = sql`${hour} <= now()`
  return sql`
    select case when ${isOver} then count(*) else -count(*) end as n from ${rows}
    and ${at} >= case when ${isOver} then ${hour} else now() + interval '1 microsecond' end
    and ${at} <= case when ${isOver} then now() else ${hour} - interval '1 microsecond' end
  `
}

export interface DueTotals extends Totals {
  /** The condition that a fact `f` of figure `due` or `callback` counts. */
  isDue: RawBuilder<SqlBool>
}

/**
 * Returns `currentTotals` with the figures `due` and `callback` as of now. Their totals are by the hour: those up to the
 * nearest full hour count, and the rows between it and now are counted with the pending changes. The database's clock
 * decides what is due; this node's clock only chooses the hour.
 */
export function dueTotals(actor: Actor, query: ReportQuery, figures: readonly Figure[]): DueTotals | null {
  const totals = currentTotals(actor, query, figures)
  if (!totals) return null
  const nearest = Math.round(Date.now() / 3_600_000)
  const hour = sql`to_timestamp(${nearest * 3600})`
  const rows = sql`applications where ${applicationSlice(actor, query)}`
  const counted = (figure: Figure, label: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    select ${figure}::text, current_date, '', ${label}, '', ${nothing}::uuid, ${nearest}::integer - 1, c.n
    from ${from} as c where c.n <> 0
  `
  // One count for each type is twice as fast as grouping by type.
  const late = countBetween(
    hour,
    sql`applications.due_at`,
    sql`${rows} and applications.status_type = t.type and applications.closed_at is null`,
  )
  const callbacks = countBetween(hour, sql`coalesce(applications.callback_at, 'infinity')`, rows)
  const present = [
    totals.pending,
    counted(
      'due',
      sql`t.type`,
      sql`unnest(${[...openTypes]}::text[]) as t (type) cross join lateral (${late})`,
    ),
    ...(figures.includes('callback') ? [counted('callback', sql`''`, sql`(${callbacks})`)] : []),
  ]
  return {
    ...totals,
    pending: sql.join(present, sql` union all `),
    isDue: sql`f.value < ${nearest}`,
  }
}

/** The open and overdue applications of a status type. */
export interface OpenCount {
  /** The status type. */
  label: string
  count: number
  late: number
}

/** Counts open applications, from totals if they can answer, otherwise from rows. */
export async function loadOpen(
  db: Database,
  actor: Actor,
  query: ReportQuery,
): Promise<readonly OpenCount[]> {
  const totals = dueTotals(actor, query, ['openNow', 'due'])
  const open =
    totals &&
    (await readTotals(db, totals, {
      ask: (facts) => sql<OpenCount>`
        select f.label, coalesce(sum(f.n) filter (where f.figure = 'openNow'), 0)::float8 as count,
          coalesce(sum(f.n) filter (where f.figure = 'due'), 0)::float8 as late
        from (${facts}) as f
        where f.figure = 'openNow' or ${totals.isDue}
        group by f.label
      `,
      counts: ['count', 'late'],
    }))
  return open ?? countOpen(db, actor, query)
}

/** Counts open applications from rows. */
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
