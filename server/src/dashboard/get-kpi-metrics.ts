import * as contract from '@muster/contract/dashboard.ts'
import { type Metric, metricDefinitions, metricKeys } from '@muster/contract/metric-definitions.ts'
import { sql } from 'kysely'
import { translate } from '#texts'
import type { Figure } from '../facts/figures.ts'
import { handler } from '../http/handler.ts'
import { keyFigures } from './kpi-figures.ts'
import { askFacts, bucketOfFact, freshInBucket, reportFacts } from './report-facts.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'

/** A count for the key figures, in a part of the period and in a bucket. */
export interface KpiFact {
  figure: Figure
  label: string
  value: number
  /** Null for the period before. */
  bucket: string | null
  n: number
  /** As `n`, but an application counts once in each bucket instead of once in the period. */
  inBucket: number
}

const figures: readonly Figure[] = [
  'createdByReached',
  'entered',
  'daysToHire',
  'offersDecided',
  'calls',
  'spokenWith',
  'called',
  'contactMade',
]

const units = {
  timeToHire: 'days',
  connectionRate: 'rate',
  contactRate: 'rate',
  offerAcceptance: 'rate',
} as const

export const getKpiMetrics = handler(contract.getKpiMetrics, async ({ tx, actor, query }) => {
  const period = await resolvePeriod(tx, actor, query)
  const facts = reportFacts(actor, query, period, { figures, previous: true })
  const rows = await askFacts(tx, facts, {
    ask: (relation) => sql<KpiFact>`
      select f.figure, f.label, case f.figure when 'daysToHire' then f.value else 0 end as value,
        case f.part when 1 then ${bucketOfFact(period)} end as bucket,
        coalesce(sum(f.n) filter (where f.fresh), 0)::float8 as n,
        coalesce(sum(f.n) filter (where ${freshInBucket(period)}), 0)::float8 as "inBucket"
      from (${relation}) as f
      group by 1, 2, 3, 4
    `,
    counts: ['n', 'inBucket'],
  })
  const { present, previous, ofBucket } = keyFigures(rows)
  const buckets = period.buckets.map(({ day, at }) => ({ at, of: ofBucket(day) }))
  const items = metricKeys.map((key: Metric) => ({
    key,
    value: present[key].value,
    previous: previous[key].value,
    n: present[key].n,
    previousN: previous[key].n,
    unit: key in units ? units[key as keyof typeof units] : ('count' as const),
    definition: translate(metricDefinitions[key]),
    series: buckets.map(({ at, of }) => ({ at, value: of[key].value })),
  }))
  return { period: presentPeriod(period), items }
})
