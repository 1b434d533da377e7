import type { getKpiMetrics } from '@muster/contract/dashboard.ts'
import type { QueryOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { invalid } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

/** Every report takes the same. */
export type ReportQuery = QueryOf<typeof getKpiMetrics>

export interface ReportPeriod {
  from: string
  to: string
  previousFrom: string
  timezone: string
  bucket: ReportQuery['bucket']
  /** First day of each bucket on the calendar there, and the moment it begins. */
  buckets: readonly { day: string; at: string }[]
}

const mostBuckets = 1100
const bucketDays = { day: 1, week: 7, month: 30 } as const
const dayMs = 86_400_000

function checkLength({ from, to, bucket }: ReportQuery): void {
  if (!from) return
  const length = (to ? Date.parse(to) : Date.now()) - Date.parse(from)
  if (length <= 0) throw invalid('from', t`Must be before the end`)
  if (length / dayMs / bucketDays[bucket] > mostBuckets)
    throw invalid('bucket', t`Too many for this period: choose longer ones, or a shorter period`)
}

/**
 * The period a report is about, the one before and the buckets. Lengths and buckets are counted on the calendar
 * of the timezone, so that a day of 23 or 25 hours is a day.
 * @throws VALIDATION when it ends before it begins or has too many buckets
 */
export async function resolvePeriod(db: Database, actor: Actor, query: ReportQuery): Promise<ReportPeriod> {
  checkLength(query)
  const timezone = query.timezone ?? actor.workspace.timezone
  const { bucket } = query
  const { rows } = await sql<{
    from: string
    to: string
    previousFrom: string
    buckets: ReportPeriod['buckets']
  }>`
    with ending as (
      select coalesce(${query.to ?? null}::timestamptz, now())::timestamptz(3) as "to"
    ), period as (
      select "to", coalesce(
        ${query.from ?? null}::timestamptz,
        (
          date_trunc('day', ("to" at time zone ${timezone}) - interval '1 microsecond') - interval '27 days'
        ) at time zone ${timezone}
      ) as "from"
      from ending
    ), calendar as (
      select *, "from" at time zone ${timezone} as local_from, "to" at time zone ${timezone} as local_to
      from period
    )
    select "from", "to",
      (local_from - (local_to - local_from)) at time zone ${timezone} as "previousFrom",
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'day', to_char(day, 'YYYY-MM-DD'),
          'at', to_char((day at time zone ${timezone}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by day), '[]')
        from generate_series(
          date_trunc(${bucket}, local_from), local_to - interval '1 microsecond', ('1 ' || ${bucket})::interval
        ) as day
      ) as buckets
    from calendar
  `.execute(db)
  return { ...rows[0]!, timezone, bucket }
}

/** The period as reports answer it. */
export function presentPeriod({ from, to, previousFrom, timezone }: ReportPeriod) {
  return { from, to, previousFrom, timezone }
}

/** The bucket a moment falls into, as in `buckets`. */
export function bucketOf(period: ReportPeriod, moment: ReturnType<typeof sql>) {
  return sql<string>`to_char(date_trunc(${period.bucket}, ${moment} at time zone ${period.timezone}), 'YYYY-MM-DD')`
}
