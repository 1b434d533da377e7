import * as contract from '@muster/contract/reports.ts'
import { funnelTypes, statusTypeRank } from '@muster/contract/status-types.ts'
import { handler } from '../http/handler.ts'
import { reachedAtLeast } from './get-conversion-rate.ts'
import { metric } from './report-metrics.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'
import { partOf, spreadOf } from './spread.ts'
import { histogram, sumFacts } from './sum-facts.ts'

const mostSources = 100

export const getSourceEffectiveness = handler(
  contract.getSourceEffectiveness,
  async ({ tx, actor, query }) => {
    const period = await resolvePeriod(tx, actor, query)
    const rows = await sumFacts(tx, actor, query, period, {
      metrics: [metric.createdByReached, metric.daysToHire],
      by: 'source',
      columns: ['key', 'a', 'b'],
    })
    const items = [...Map.groupBy(rows, ({ key }) => key)].map(([key, theirs]) => {
      const counts = reachedAtLeast(theirs)
      const [applications, hired] = [counts[0]!, counts[statusTypeRank('hired')]!]
      const { n, median } = spreadOf(histogram(theirs.filter((row) => row.metric === metric.daysToHire)))
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
    return {
      period: presentPeriod(period),
      total: reachedAtLeast(rows)[0]!,
      items: items.slice(0, mostSources),
    }
  },
)
