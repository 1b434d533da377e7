import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Figure } from '../facts/figures.ts'
import type { Actor } from '../session/actor.ts'
import { askFacts, bucketOfFact, freshInBucket, reportFacts } from './report-facts.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'

/** What happened in each bucket of the period, those in which nothing did included. */
export async function loadActivity(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const facts = reportFacts(actor, query, period, {
    figures: ['createdByReached', 'entered', 'moved', 'calls'],
  })
  const rows = await askFacts(db, facts, {
    ask: (relation) => sql<{ bucket: string; figure: Figure; label: string; n: number }>`
      select ${bucketOfFact(period)} as bucket, f.figure,
        case f.figure when 'createdByReached' then '' else f.label end as label,
        sum(f.n)::float8 as n
      from (${relation}) as f
      where ${freshInBucket(period)}
      group by 1, 2, 3
    `,
    counts: ['n'],
  })
  const found = new Map(rows.map(({ bucket, figure, label, n }) => [`${bucket} ${figure} ${label}`, n]))
  return period.buckets.map(({ day, at }) => {
    const count = (figure: Figure, label = '') => found.get(`${day} ${figure} ${label}`) ?? 0
    return {
      at,
      applications: count('createdByReached'),
      calls: count('calls', 'placed'),
      conversations: count('calls', 'conversations'),
      moves: count('moved'),
      hired: count('entered', 'hired'),
    }
  })
}
