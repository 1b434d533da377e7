import type { reportQuery } from '@muster/contract/report-query.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { databaseSeconds } from '../database/database-clock.ts'
import { hasTotals } from '../facts/apply-pending-facts.ts'
import type { Actor } from '../session/actor.ts'

/** The query of every report. */
export type ReportQuery = z.output<typeof reportQuery>

export interface ReportPeriod {
  from: string
  to: string
  /** The period it is compared with. */
  previousFrom: string
  previousTo: string
  timezone: string
  bucket: ReportQuery['bucket']
  /** The first local day of each bucket, and when it begins. */
  buckets: readonly { day: string; at: string }[]
  /** The period in local days, if daily totals can answer it; otherwise null. */
  days: PeriodDays | null
}

/** Local days; `to` and `previousTo` are exclusive. */
export interface PeriodDays {
  from: string
  to: string
  previousFrom: string
  previousTo: string
  /** When the day `previousTo` begins, if the period before includes a part of it; otherwise null. */
  previousPartFrom: string | null
}

const mostBuckets = 1100
const bucketDays = { day: 1, week: 7, month: 30 } as const
const dayMs = 86_400_000

async function checkLength(db: Database, { from, to, bucket }: ReportQuery): Promise<void> {
  if (!from) return
  const length = (to ? Date.parse(to) : (await databaseSeconds(db)) * 1000) - Date.parse(from)
  if (length <= 0) throw invalid('from', t`Must be before the end`)
  if (length / dayMs / bucketDays[bucket] > mostBuckets)
    throw invalid(
      'bucket',
      t`Too many intervals for this period. Choose a longer interval or a shorter period.`,
    )
}

type Resolved = Omit<ReportPeriod, 'timezone' | 'bucket' | 'days'> & { days: PeriodDays; summed: boolean }

/**
 * Returns a report's period, the one before and the buckets. Days are those of the timezone's calendar, so one of 23 or
 * 25 hours is a day. If the period is not over, the one before ends at the same time of day.
 * @throws VALIDATION when it ends before it begins or has too many buckets
 */
export async function resolvePeriod(db: Database, actor: Actor, query: ReportQuery): Promise<ReportPeriod> {
  await checkLength(db, query)
  const timezone = query.timezone ?? actor.workspace.timezone
  const { bucket } = query
  const unit = query.unit ?? (query.from ? null : 'day')
  const dayStart = (day: RawBuilder<unknown>) => sql`local_day_start((${day})::date, ${timezone})`
  const { rows } = await sql<Resolved>`
    -- Materialized, or each step would be computed again wherever it is used.
    with ending as materialized (
      select coalesce(${query.to ?? null}::timestamptz, now())::timestamptz(3) as "to"
    ), period as materialized (
      select "to", coalesce(
        ${query.from ?? null}::timestamptz,
        ${dayStart(sql`(("to" - interval '1 microsecond') at time zone ${timezone})::date - 27`)}
      ) as "from"
      from ending
    ), calendar as materialized (
      -- What is still to come is not compared.
      select *, case when "from" < now() then least("to", now()::timestamptz(3)) else "to" end as until,
        "from" at time zone ${timezone} as local_from, "to" at time zone ${timezone} as local_to,
        date_trunc('day', "from" at time zone ${timezone}) as first_day
      from period
    ), edges as materialized (
      select *, until at time zone ${timezone} as local_until,
        ${dayStart(sql`first_day`)} = "from" as begins_day,
        ${dayStart(sql`local_to`)} = "to" as ends_day,
        ${dayStart(sql`until at time zone ${timezone}`)} = until as is_whole,
        "to" >= now()::timestamptz(3) as is_present,
        local_to::date + case when ${dayStart(sql`local_to`)} = "to" then 0 else 1 end as day_after,
        date_trunc('day', until at time zone ${timezone})
          - case when ${dayStart(sql`until at time zone ${timezone}`)} = until then interval '1 day' else '0' end as last_day
      from calendar
    ), part as materialized (
      select *, case
        when ${unit}::text <> 'day' and date_trunc(${unit}::text, first_day) = date_trunc(${unit}::text, last_day) then ${unit}::text
        when ${unit}::text is not null then 'day'
        when first_day = date_trunc('month', first_day) then coalesce((
          select name from unnest(array['month', 'quarter', 'year']) with ordinality as longer (name, place)
          where first_day = date_trunc(name, first_day) and last_day < date_trunc(name, first_day) + unit_length(name)
          order by place limit 1
        ), 'day')
        when extract(isodow from first_day) = 1 and last_day < first_day + interval '7 days' then 'week'
        else 'day'
      end as unit
      from edges
    ), lengths as materialized (
      select *, case unit when 'day' then make_interval(days => last_day::date + 1 - first_day::date) else unit_length(unit) end as back
      from part
    ), compared as materialized (
      select *, case
        when begins_day then ${dayStart(sql`first_day - back`)}
        else (local_from - greatest(local_until - local_from, interval '0')) at time zone ${timezone}
      end as previous_from, case
        when not begins_day then "from"
        when unit <> 'day' and is_whole and first_day = date_trunc(unit, first_day)
          and last_day + interval '1 day' = first_day + unit_length(unit) then "from"
        when is_whole then ${dayStart(sql`(last_day - back)::date + 1`)}
        else date_trunc('minute', local_until - back) at time zone ${timezone}
      end as previous_end
      from lengths
    ), whole as materialized (
      select *, begins_day and (is_present or ends_day) as by_days,
        greatest(previous_from, least(previous_end, "from")) as previous_to
      from compared
    ), days as materialized (
      select *, (previous_from at time zone ${timezone})::date as previous_day,
        (previous_to at time zone ${timezone})::date as previous_day_after
      from whole
    )
    select "from", "to", previous_from::timestamptz(3) as "previousFrom", previous_to::timestamptz(3) as "previousTo",
      jsonb_build_object(
        'from', first_day::date, 'to', day_after, 'previousFrom', previous_day, 'previousTo', previous_day_after,
        'previousPartFrom', case when ${dayStart(sql`previous_day_after`)} < previous_to then to_char(
          ${dayStart(sql`previous_day_after`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
        ) end
      ) as days,
      by_days and ${hasTotals(actor.workspaceId, timezone)} as summed,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'day', to_char(day, 'YYYY-MM-DD'),
          'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by day), '[]')
        from (
          select day, ${dayStart(sql`day`)} as at, ${dayStart(sql`day + step.length`)} as next
          from (select ('1 ' || ${bucket})::interval as length) as step
          cross join generate_series(
            date_trunc(${bucket}, local_from), (("to" - interval '1 microsecond') at time zone ${timezone}), step.length
          ) as day
        ) as bucket
        -- A day that the calendar skipped has none.
        where at < next
      ) as buckets
    from days
  `.execute(db)
  const { days, summed, ...period } = rows[0]!
  if (query.former) {
    const { previousFrom: from, previousTo: to } = period
    const before = { ...query, from, to, former: undefined }
    return resolvePeriod(db, actor, { ...before, unit: unit ?? undefined })
  }
  return { ...period, timezone, bucket, days: summed ? days : null }
}

/** Returns the period as a report answers it. */
export function presentPeriod({ from, to, previousFrom, previousTo, timezone }: ReportPeriod) {
  return { from, to, previousFrom, previousTo, timezone }
}
