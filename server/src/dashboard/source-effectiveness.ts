import * as contract from '@muster/contract/reports.ts'
import { funnelTypes, statusTypeRank, statusTypes } from '@muster/contract/status-types.ts'
import { t, translate } from '#texts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { reachedAtLeast } from './conversion-rate.ts'
import { exportReport } from './export-report.ts'
import { memoize } from './memoize.ts'
import { presentPeriod, type ReportPeriod, type ReportQuery, resolvePeriod } from './report-period.ts'
import { partOf, spreadOf } from './spread.ts'
import { type FactSum, histogram, sumFacts } from './sum-facts.ts'

/** Orders sources by applications, the largest first. */
const addUp = memoize((rows: readonly FactSum[]) => {
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

/** Returns the applications, progress and hires of each source, the largest first. */
async function loadSources(db: Database, actor: Actor, query: ReportQuery, period: ReportPeriod) {
  const rows = await sumFacts(db, actor, query, period, {
    figures: ['createdByReached', 'daysToHire'],
    by: 'source',
    columns: ['key', 'label', 'value'],
  })
  return addUp(rows)
}

export const getSourceEffectiveness = handler(
  contract.getSourceEffectiveness,
  async ({ tx, actor, query }) => {
    const period = await resolvePeriod(tx, actor, query)
    const { total, items } = await loadSources(tx, actor, query, period)
    return {
      period: presentPeriod(period),
      total,
      sourceCount: items.length,
      items: items.slice(0, query.limit),
    }
  },
)

/** Between all, who are leads at least, and those hired. */
const between = funnelTypes.slice(1, -1)

export const exportSourceEffectiveness = exportReport(
  contract.exportSourceEffectiveness,
  'source-effectiveness',
  async ({ tx, actor, query }, period) => {
    const { items } = await loadSources(tx, actor, query, period)
    const orFurther = (type: (typeof funnelTypes)[number]) => {
      const name = translate(statusTypes[type].label)
      return t`${name} or beyond`
    }
    return {
      name: t`Source performance`,
      columns: [
        { header: t`Source` },
        { header: t`Applications`, isNumber: true },
        ...between.map((type) => ({ header: orFurther(type), isNumber: true })),
        { header: t`Hired`, isNumber: true },
        { header: t`Rate`, isNumber: true },
        { header: t`Hired in the period`, isNumber: true },
        { header: t`Days to hire (median)`, isNumber: true },
      ],
      rows: items.map(({ source, applications, reached, hired, rate, daysToHire }) => [
        source ?? t`No source`,
        applications,
        ...between.map((type) => reached.find((each) => each.type === type)!.count),
        hired,
        rate,
        daysToHire.n,
        daysToHire.median,
      ]),
      definitions: [
        [t`Source performance`, 'sourceEffectiveness'],
        [t`Days to hire (median)`, 'timeToHire'],
      ],
    }
  },
)
