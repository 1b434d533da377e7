import { type Metric, metricKeys } from '@muster/contract/metric-definitions.ts'
import type { Figure } from '../facts/figures.ts'
import type { KpiFact } from './get-kpi-metrics.ts'
import { memoize } from './memoize.ts'
import { partOf, spreadOf } from './spread.ts'

/** A key figure, and how many facts or applications it is computed from. */
interface KeyFigure {
  value: number | null
  n: number
}

type Count = 'n' | 'inBucket'

/** The facts by figure: each key figure reads only its own. */
type Facts = ReadonlyMap<Figure, readonly KpiFact[]>

function sum(facts: Facts, count: Count, of: Figure, label?: string): number {
  return (facts.get(of) ?? []).reduce(
    (total, fact) => (label === undefined || fact.label === label ? total + fact[count] : total),
    0,
  )
}

function counted(n: number): KeyFigure {
  return { value: n, n }
}

function rate(some: number, n: number): KeyFigure {
  return { value: partOf(some, n), n }
}

const figures: Record<Metric, (facts: Facts, count: Count) => KeyFigure> = {
  newApplications: (facts, count) => counted(sum(facts, count, 'createdByReached')),
  peopleSpokenWith: (facts, count) => counted(sum(facts, count, 'spokenWith')),
  submitted: (facts, count) => counted(sum(facts, count, 'entered', 'submitted')),
  hired: (facts, count) => counted(sum(facts, count, 'entered', 'hired')),
  timeToHire: (facts) => {
    const tenths = new Map<number, number>()
    for (const { value, n } of facts.get('daysToHire') ?? []) tenths.set(value, (tenths.get(value) ?? 0) + n)
    const { n, median } = spreadOf(tenths)
    return { value: median, n }
  },
  connectionRate: (facts, count) =>
    rate(sum(facts, count, 'calls', 'answered'), sum(facts, count, 'calls', 'placed')),
  contactRate: (facts, count) => rate(sum(facts, count, 'contactMade'), sum(facts, count, 'called')),
  offerAcceptance: (facts, count) =>
    rate(sum(facts, count, 'offersDecided', 'hired'), sum(facts, count, 'offersDecided')),
}

/** Returns the key figures of a period, or of one bucket of it. */
function figuresOf(facts: readonly KpiFact[], count: Count): Record<Metric, KeyFigure> {
  const byMetric = Map.groupBy(facts, ({ figure }) => figure)
  return Object.fromEntries(metricKeys.map((key) => [key, figures[key](byMetric, count)])) as Record<
    Metric,
    KeyFigure
  >
}

const none = figuresOf([], 'inBucket')

/** Returns the key figures of a period, of the one before, and of each bucket by its day. */
export const keyFigures = memoize((facts: readonly KpiFact[]) => {
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
