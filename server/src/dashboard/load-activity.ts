import { statusTypeRank } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { askFacts, bucketOfFact, freshInBucket, reportFacts } from './report-facts.ts'
import { callParts, metric } from './report-metrics.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'

/** What happened in each bucket of the period, those in which nothing did included. */
export async function loadActivity(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const facts = reportFacts(actor, query, period, {
    metrics: [metric.createdByReached, metric.entered, metric.moved, metric.calls],
  })
  const rows = await askFacts(db, facts, {
    ask: (relation) => sql<{ bucket: string; metric: number; a: number; n: number }>`
      select ${bucketOfFact(period)} as bucket, f.metric,
        case f.metric when ${metric.createdByReached} then 0 else f.a end as a,
        sum(f.n)::float8 as n
      from (${relation}) as f
      where ${freshInBucket(period)}
      group by 1, 2, 3
    `,
    counts: ['n'],
  })
  const found = new Map(rows.map(({ bucket, metric, a, n }) => [`${bucket} ${metric} ${a}`, n]))
  return period.buckets.map(({ day, at }) => {
    const count = (of: number, a = 0) => found.get(`${day} ${of} ${a}`) ?? 0
    return {
      at,
      applications: count(metric.createdByReached),
      calls: count(metric.calls, callParts.placed),
      conversations: count(metric.calls, callParts.conversations),
      moves: count(metric.moved),
      hired: count(metric.entered, statusTypeRank('hired')),
    }
  })
}
