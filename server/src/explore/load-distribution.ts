import type { exploreDistribution } from '@muster/contract/explore.ts'
import { type Duration, fewestToCompare, measures } from '@muster/contract/measures.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { translate } from '#texts'
import { presentPeriod, resolvePeriod } from '../dashboard/report-period.ts'
import { type Histogram, spreadOf } from '../dashboard/spread.ts'
import type { Database } from '../database/connect.ts'
import { factsOfMeasure } from '../facts/measures.ts'
import type { Actor } from '../session/actor.ts'
import { exploredFacts, type ReadFilters, readFilters, readingFacts } from './explore-facts.ts'

export type DistributionQuery = z.output<NonNullable<typeof exploreDistribution.query>>

interface Span {
  from: string
  to: string
}

/** The possible widths of a bar. */
const steps = {
  days: [1, 2, 5, 7, 14, 30, 60, 90, 180, 365],
  hours: [1, 2, 4, 6, 12, 24, 48, 168, 336, 720, 2160],
} as const

/** The 90th percentile is within so many bars, and a few more show what is beyond. */
const barsToP90 = 10
const mostBars = 14

/** Returns how often each value occurs, in tenths. */
async function loadHistogram(
  db: Database,
  actor: Actor,
  filters: ReadFilters,
  measure: Duration,
  span: Span,
): Promise<Histogram> {
  const facts = factsOfMeasure(measure)
  const query = sql<{ value: number; n: number }>`
    select f.value::float8 as value, count(*)::float8 as n from facts f
    where ${exploredFacts(actor, filters, facts, span)} and f.value is not null
    group by f.value
  `
  const { rows } = await readingFacts(db, (tx) => query.execute(tx))
  return new Map(rows.map(({ value, n }) => [value, n]))
}

/** Returns the width of a bar, so that most values are told apart whatever the longest one is. */
export function widthOf(unit: 'days' | 'hours', p90: number): number {
  return steps[unit].find((step) => p90 / step < barsToP90) ?? Math.ceil(p90 / barsToP90)
}

async function loadBars(
  db: Database,
  actor: Actor,
  filters: ReadFilters,
  measure: Duration,
  { span, p90, longest }: { span: Span; p90: number; longest: number },
) {
  const width = widthOf(measures[measure].unit, p90)
  const last = Math.min(Math.floor(longest / width), mostBars)
  const query = sql<{ bar: number; count: number; rows: number }>`
    select least(floor(greatest(f.value, 0) / ${width * 10}::float8), ${last}::float8)::integer as bar,
      count(*)::float8 as count, count(distinct f.subject_id)::float8 as rows
    from facts f
    where ${exploredFacts(actor, filters, factsOfMeasure(measure), span)} and f.value is not null
    group by 1
  `
  const { rows } = await readingFacts(db, (tx) => query.execute(tx))
  const found = new Map(rows.map((row) => [row.bar, row]))
  return Array.from({ length: last + 1 }, (_, bar) => ({
    from: bar * width,
    to: bar === last ? null : (bar + 1) * width,
    count: found.get(bar)?.count ?? 0,
    rows: found.get(bar)?.rows ?? 0,
  }))
}

/** Returns how often each value of a duration occurs in a period, with its median and 90th percentile. */
export async function loadDistribution(db: Database, actor: Actor, query: DistributionQuery) {
  const { measure, from, to, timezone, unit, former } = query
  const period = await resolvePeriod(db, actor, { from, to, timezone, unit, former, bucket: 'month' })
  const filters = await readFilters(db, actor, query)
  const { previousFrom, previousTo } = period
  const present = await loadHistogram(db, actor, filters, measure, period)
  const previous = await loadHistogram(db, actor, filters, measure, { from: previousFrom, to: previousTo })
  const spread = spreadOf(present)
  const longest = Math.max(0, ...present.keys()) / 10
  const { definition, unit: unitOfValues } = measures[measure]
  return {
    period: presentPeriod(period),
    measure,
    unit: unitOfValues,
    definition: translate(metricDefinitions[definition]),
    ...spread,
    isFew: spread.n < fewestToCompare,
    bars:
      spread.p90 === null
        ? []
        : await loadBars(db, actor, filters, measure, { span: period, p90: spread.p90, longest }),
    previous: spreadOf(previous),
  }
}
