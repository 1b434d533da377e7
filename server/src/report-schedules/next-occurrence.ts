import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** When a schedule is due. */
export interface Timing {
  frequency: string
  weekdays: readonly number[]
  month_day: number | null
  hour: number
  timezone: string
}

/** Enough for a month that begins on any day. */
const searchedDays = 70

/**
 * The moments of a schedule from some days before to some weeks after a moment: one on each of its local days. An hour that the
 * clocks skip is the one after, and of an hour that they repeat it is the second.
 */
function momentsAround(at: RawBuilder<unknown>, { frequency, weekdays, month_day, hour, timezone }: Timing) {
  const lastDay = sql`extract(day from date_trunc('month', day) + interval '1 month' - interval '1 day')`
  const isDue =
    frequency === 'weekly'
      ? sql`extract(isodow from day)::integer = any(${[...weekdays]}::integer[])`
      : frequency === 'monthly'
        ? sql`extract(day from day) = least(${month_day ?? 1}::integer, ${lastDay})`
        : sql`true`
  return sql`
    select ((day + make_interval(hours => ${hour}::integer)) at time zone ${timezone})::timestamptz(3) as at
    from generate_series(
      (((${at}) at time zone ${timezone})::date - ${sql.lit(searchedDays)}::integer)::timestamp,
      (((${at}) at time zone ${timezone})::date + ${sql.lit(searchedDays)}::integer)::timestamp, interval '1 day'
    ) as day
    where ${isDue}
  `
}

/** Returns the first moment of a schedule after another, by default now. */
export async function nextOccurrence(
  db: Database,
  timing: Timing,
  after: string | null = null,
): Promise<string> {
  const at = sql`coalesce(${after}::timestamptz, now())`
  const { rows } = await sql<{ at: string }>`
    select min(at) as at from (${momentsAround(at, timing)}) as moment where at > ${at}
  `.execute(db)
  return rows[0]!.at
}

/**
 * Returns the last moment of a schedule up to another, of those since it was due: after a downtime, what was missed is one
 * occurrence.
 */
export async function lastOccurrence(
  db: Database,
  timing: Timing,
  { dueAt, until }: { dueAt: string; until: string | null },
): Promise<string> {
  const at = sql`coalesce(${until}::timestamptz, now())`
  const { rows } = await sql<{ at: string | null }>`
    select max(at) as at from (${momentsAround(at, timing)}) as moment where at <= ${at} and at >= ${dueAt}::timestamptz
  `.execute(db)
  return rows[0]?.at ?? dueAt
}
