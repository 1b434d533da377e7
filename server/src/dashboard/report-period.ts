import type { reportQuery } from '@muster/contract/report-query.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { databaseSeconds } from '../database/database-clock.ts'
import { invalid } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

/** Every report takes the same. */
export type ReportQuery = z.output<typeof reportQuery>

export interface ReportPeriod {
  from: string
  to: string
  previousFrom: string
  timezone: string
  bucket: ReportQuery['bucket']
  /** First day of each bucket on the calendar there, and the moment it begins. */
  buckets: readonly { day: string; at: string }[]
  /** The same in days, `to` being the day after, where sums by day can tell; null where only the rows can. */
  days: { from: string; to: string; previousFrom: string } | null
}

const mostBuckets = 1100
const bucketDays = { day: 1, week: 7, month: 30 } as const
const dayMs = 86_400_000

async function checkLength(db: Database, { from, to, bucket }: ReportQuery): Promise<void> {
  if (!from) return
  const length = (to ? Date.parse(to) : (await databaseSeconds(db)) * 1000) - Date.parse(from)
  if (length <= 0) throw invalid('from', t`Must be before the end`)
  if (length / dayMs / bucketDays[bucket] > mostBuckets)
    throw invalid('bucket', t`Too many for this period: choose longer ones, or a shorter period`)
}

/**
 * The period a report is about, the one before and the buckets. Lengths and buckets are counted on the calendar
 * of the timezone, so that a day of 23 or 25 hours is a day, and so is the present one, which is not over yet.
 * @throws VALIDATION when it ends before it begins or has too many buckets
 */
export async function resolvePeriod(db: Database, actor: Actor, query: ReportQuery): Promise<ReportPeriod> {
  await checkLength(db, query)
  const timezone = query.timezone ?? actor.workspace.timezone
  const { bucket } = query
  const { rows } = await sql<
    Omit<ReportPeriod, 'timezone' | 'bucket' | 'days'> & {
      days: NonNullable<ReportPeriod['days']>
      summed: boolean
    }
  >`
    with ending as (
      select coalesce(${query.to ?? null}::timestamptz, now())::timestamptz(3) as "to"
    ), period as (
      select "to", coalesce(
        ${query.from ?? null}::timestamptz,
        local_day_start((("to" - interval '1 microsecond') at time zone ${timezone})::date - 27, ${timezone})
      ) as "from"
      from ending
    ), calendar as (
      select *, "from" at time zone ${timezone} as local_from, "to" at time zone ${timezone} as local_to
      from period
    ), edges as (
      select *,
        local_day_start(local_from::date, ${timezone}) = "from" as begins_day,
        local_day_start(local_to::date, ${timezone}) = "to" as ends_day,
        "to" >= now()::timestamptz(3) as is_present,
        case when local_day_start(local_to::date, ${timezone}) = "to" then local_to::date
          else local_to::date + 1 end as day_after
      from calendar
    ), whole as (
      select *, begins_day and (is_present or ends_day) as by_days,
        local_from::date - (day_after - local_from::date) as previous_day
      from edges
    )
    select "from", "to",
      case when by_days then local_day_start(previous_day, ${timezone})
        else (local_from - (local_to - local_from)) at time zone ${timezone} end as "previousFrom",
      jsonb_build_object('from', local_from::date, 'to', day_after, 'previousFrom', previous_day) as days,
      by_days and exists (
        select from report_states
        where workspace_id = ${actor.workspaceId} and ready and timezone = ${timezone}
      ) as summed,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'day', to_char(day, 'YYYY-MM-DD'),
          'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by day), '[]')
        from (
          select day, local_day_start(day::date, ${timezone}) as at,
            local_day_start((day + step.length)::date, ${timezone}) as next
          from (select ('1 ' || ${bucket})::interval as length) as step
          cross join generate_series(
            date_trunc(${bucket}, local_from), (("to" - interval '1 microsecond') at time zone ${timezone}), step.length
          ) as day
        ) as bucket
        -- A day that the calendar skipped has none.
        where at < next
      ) as buckets
    from whole
  `.execute(db)
  const { days, summed, ...period } = rows[0]!
  return { ...period, timezone, bucket, days: summed ? days : null }
}

/** The period as reports answer it. */
export function presentPeriod({ from, to, previousFrom, timezone }: ReportPeriod) {
  return { from, to, previousFrom, timezone }
}
