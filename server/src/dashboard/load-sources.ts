import { funnelTypes, statusTypeRank } from '@muster/contract/status-types.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { reachedAtLeast } from './load-conversion.ts'
import type { ReportPeriod, ReportQuery } from './report-period.ts'
import { partOf, spreadOf } from './spread.ts'
import { type FactSum, histogram, sumFacts } from './sum-facts.ts'
import { workOutOnce } from './work-out-once.ts'

/** Those that brought most first. */
const addUp = workOutOnce((rows: readonly FactSum[]) => {
  const items = [...Map.groupBy(rows, ({ key }) => key)].map(([key, theirs]) => {
    const counts = reachedAtLeast(theirs)
    const [applications, hired] = [counts[0]!, counts[statusTypeRank('hired')]!]
    const { n, median } = spreadOf(histogram(theirs.filter((row) => row.figure === 'daysToHire')))
    return {
      source: key || null,
      applications,
      reached: funnelTypes.map((type, rank) => ({ type, count: counts[rank]! })),
      hired,
      rate: partOf(hired, applications),
      daysToHire: { n, median },
    }
  })
  items.sort(
    (one, other) =>
      other.applications - one.applications || (one.source ?? '').localeCompare(other.source ?? ''),
  )
  return { total: reachedAtLeast(rows)[0]!, items }
})

/** What each source brought, the one with most first. */
export async function loadSources(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const rows = await sumFacts(db, actor, query, period, {
    figures: ['createdByReached', 'daysToHire'],
    by: 'source',
    columns: ['key', 'label', 'value'],
  })
  return addUp(rows)
}
