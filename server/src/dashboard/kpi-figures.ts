import { dispositionKeys } from '@muster/contract/dispositions.ts'
import { type Metric, metricKeys } from '@muster/contract/metric-definitions.ts'
import { statusTypeRank } from '@muster/contract/status-types.ts'
import type { KpiFact } from './get-kpi-metrics.ts'
import { callParts, metric } from './report-metrics.ts'
import { partOf, spreadOf } from './spread.ts'
import { workOutOnce } from './work-out-once.ts'

/** A key figure, and of how many it is. */
export interface Figure {
  value: number | null
  n: number
}

type Count = 'n' | 'inBucket'

/** What there is of each metric: every figure looks at its own alone. */
type Facts = ReadonlyMap<number, readonly KpiFact[]>

function sum(facts: Facts, count: Count, of: number, a?: number): number {
  return (facts.get(of) ?? []).reduce(
    (total, fact) => (a === undefined || fact.a === a ? total + fact[count] : total),
    0,
  )
}

function counted(n: number): Figure {
  return { value: n, n }
}

function rate(some: number, n: number): Figure {
  return { value: partOf(some, n), n }
}

const figures: Record<Metric, (facts: Facts, count: Count) => Figure> = {
  newApplications: (facts, count) => counted(sum(facts, count, metric.createdByReached)),
  peopleSpokenWith: (facts, count) => counted(sum(facts, count, metric.spokenWith)),
  submitted: (facts, count) => counted(sum(facts, count, metric.entered, statusTypeRank('submitted'))),
  hired: (facts, count) => counted(sum(facts, count, metric.entered, statusTypeRank('hired'))),
  timeToHire: (facts) => {
    const tenths = new Map<number, number>()
    for (const { b, n } of facts.get(metric.daysToHire) ?? []) tenths.set(b, (tenths.get(b) ?? 0) + n)
    const { n, median } = spreadOf(tenths)
    return { value: median, n }
  },
  connectionRate: (facts, count) =>
    rate(
      sum(facts, count, metric.calls, callParts.answered),
      sum(facts, count, metric.calls, callParts.placed),
    ),
  contactRate: (facts, count) =>
    rate(sum(facts, count, metric.contactMade), sum(facts, count, metric.called)),
  offerAcceptance: (facts, count) =>
    rate(sum(facts, count, metric.ended, dispositionKeys.indexOf('hired')), sum(facts, count, metric.ended)),
}

/** The key figures of the facts of a period, or of one bucket of it. */
function figuresOf(facts: readonly KpiFact[], count: Count): Record<Metric, Figure> {
  const byMetric = Map.groupBy(facts, (fact) => fact.metric)
  return Object.fromEntries(metricKeys.map((key) => [key, figures[key](byMetric, count)])) as Record<
    Metric,
    Figure
  >
}

const none = figuresOf([], 'inBucket')

/** The key figures of a period, of the one before, and of each bucket, by its day. */
export const keyFigures = workOutOnce((facts: readonly KpiFact[]) => {
  const byBucket = Map.groupBy(facts, ({ bucket }) => bucket)
  const buckets = new Map([...byBucket].map(([day, theirs]) => [day, figuresOf(theirs, 'inBucket')] as const))
  return {
    present: figuresOf(
      facts.filter(({ bucket }) => bucket !== null),
      'n',
    ),
    previous: figuresOf(byBucket.get(null) ?? [], 'n'),
    ofBucket: (day: string) => buckets.get(day) ?? none,
  }
})
