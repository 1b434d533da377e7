import { addDays, dayOf, startOfDay } from '@muster/contract/local-days.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ReportPeriod } from '../dashboard/report-period.ts'
import type { Database } from '../database/connect.ts'

export interface Cost {
  source: string | null
  currency: string
  minor: number
}

/** Returns the first local day that begins at a moment or later. */
function firstDayFrom(moment: string, timezone: string): string {
  const at = Date.parse(moment)
  const day = dayOf(at, timezone)
  return Date.parse(startOfDay(day, timezone)) >= at ? day : addDays(day, 1)
}

function isOfSources(column: RawBuilder<unknown>, sources: readonly string[] | undefined) {
  return sources?.length ? sql<SqlBool>`${column} = any(${sources}::text[])` : sql<SqlBool>`true`
}

type Span = Pick<ReportPeriod, 'from' | 'to' | 'timezone'>

/**
 * Returns what was entered for the days of a period, by source and currency. A month's cost is spread over its days in whole
 * minor units: those of the first d of m days are cost × d ÷ m, rounded down. So days add up to months, and periods to longer
 * ones.
 */
export async function sumEnteredCosts(
  db: Database,
  workspaceId: string,
  { from, to, timezone }: Span,
  sources: readonly string[] | undefined,
): Promise<Cost[]> {
  const [first, end] = [firstDayFrom(from, timezone), firstDayFrom(to, timezone)]
  const daysBefore = (day: string) => sql`least(greatest(${day}::date - month_start, 0), month_days)`
  const { rows } = await sql<Cost>`
    select source, currency, sum(amount_minor * end_day / month_days - amount_minor * first_day / month_days) as minor
    from (
      select *, ${daysBefore(first)} as first_day, ${daysBefore(end)} as end_day
      from (
        select source, currency, amount_minor, (month || '-01')::date as month_start,
          ((month || '-01')::date + interval '1 month')::date - (month || '-01')::date as month_days
        from source_costs
        where workspace_id = ${workspaceId} and month between ${first.slice(0, 7)} and ${end.slice(0, 7)}
          and ${isOfSources(sql`source`, sources)}
      ) as of_month
    ) as of_days
    where end_day > first_day
    group by source, currency
  `.execute(db)
  return rows
}

/** Returns the months of a period for which nothing was entered, as `2026-11`. */
export async function findMonthsWithoutCosts(
  db: Database,
  workspaceId: string,
  { from, to, timezone }: Span,
  sources: readonly string[] | undefined,
): Promise<string[]> {
  const [first, end] = [firstDayFrom(from, timezone), firstDayFrom(to, timezone)]
  const { rows } = await sql<{ month: string }>`
    select to_char(start, 'YYYY-MM') as month
    from generate_series(date_trunc('month', ${first}::timestamp), ${end}::timestamp - interval '1 day', '1 month') as start
    where not exists (
      select from source_costs
      where workspace_id = ${workspaceId} and month = to_char(start, 'YYYY-MM') and ${isOfSources(sql`source`, sources)}
    )
    order by start
  `.execute(db)
  return rows.map(({ month }) => month)
}

/** Returns what the calls of a period cost, by source and currency. Those without an application have no source. */
export async function sumCallCosts(
  db: Database,
  workspaceId: string,
  { from, to }: Span,
  sources: readonly string[] | undefined,
): Promise<Cost[]> {
  const { rows } = await sql<Cost>`
    select applications.source, calls.currency, sum(calls.cost_minor) as minor
    from calls
    left join applications
      on applications.workspace_id = calls.workspace_id and applications.id = calls.application_id
    where calls.workspace_id = ${workspaceId}
      and calls.started_at >= ${from}::timestamptz and calls.started_at < ${to}::timestamptz
      and calls.cost_minor is not null and calls.currency is not null
      and applications.deleted_at is null and ${isOfSources(sql`applications.source`, sources)}
    group by 1, 2
  `.execute(db)
  return rows
}
