import * as contract from '@muster/contract/dashboard.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'
import { sql } from 'kysely'
import { translate } from '#texts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { metricEvents } from './metric-events.ts'
import {
  bucketOf,
  presentPeriod,
  type ReportPeriod,
  type ReportQuery,
  resolvePeriod,
} from './report-period.ts'

const aggregates = {
  count: sql<number>`count(distinct application_id)::int`,
  days: sql<number | null>`round((percentile_cont(0.5) within group (order by days))::numeric, 1)::float8`,
}

async function measure(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  period: ReportPeriod,
  key: keyof typeof metricEvents,
) {
  const { unit, events } = metricEvents[key]
  const aggregate = aggregates[unit]
  const { from, to, previousFrom } = period
  const { rows } = await sql<{
    value: number | null
    previous: number | null
    n: number
    series: Record<string, number | null>
  }>`
    with events as materialized (${events(actor, query, { from: previousFrom, to })}),
      present as (select * from events where at >= ${from}::timestamptz)
    select
      (select ${aggregate} from present) as value,
      (select ${aggregate} from events where at < ${from}::timestamptz) as previous,
      (select count(distinct application_id)::int from present) as n,
      (
        select coalesce(jsonb_object_agg(bucket, value), '{}')
        from (select ${bucketOf(period, sql`at`)} as bucket, ${aggregate} as value from present group by 1) as buckets
      ) as series
  `.execute(db)
  const { value, previous, n, series } = rows[0]!
  const none = unit === 'count' ? 0 : null
  return {
    key,
    value,
    previous,
    n,
    previousN: 0,
    unit,
    definition: translate(metricDefinitions[key]),
    series: period.buckets.map(({ day, at }) => ({ at, value: series[day] ?? none })),
  }
}

export const getKpiMetrics = handler(contract.getKpiMetrics, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  const items = []
  // One after another: a dashboard must not hold every connection of the pool.
  for (const key of Object.keys(metricEvents) as (keyof typeof metricEvents)[])
    items.push(await measure(tx, actor, query, period, key))
  return { period: presentPeriod(period), items }
})
