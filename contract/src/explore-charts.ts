import type { ChartKind } from './chart-kinds.ts'
import type { ResponseOf } from './endpoint.ts'
import type { exploreReport } from './explore.ts'
import {
  durationOf,
  type ExploreAddress,
  type ExploreQuery,
  groupingsIn,
  measureOf,
  summaryIn,
  toExploreQuery,
} from './explore-address.ts'
import { addDays, daysBetween } from './local-days.ts'
import { isTimeGrouping, type TimeGrouping, unitOf } from './measures.ts'
import { daysOf } from './report-days.ts'

export type Explored = ResponseOf<typeof exploreReport>
export type Cell = Explored['measures'][number]['cells'][number]
export type Group = Explored['rows'][number]
/** A measure of an answer, with what its values are. */
export type Measured = Explored['measures'][number]

/** Returns the kinds of chart that fit a question, in their order on screen. */
export function kindsOf(address: ExploreAddress): ChartKind[] {
  const by = groupingsIn(address)
  return [
    'table',
    ...(by.length > 0 && !isTimeGrouping(by[0]!) ? (['bars'] as const) : []),
    'lines',
    ...(by.length === 2 ? (['heat'] as const) : []),
    ...(durationOf(address) ? (['distribution'] as const) : []),
  ]
}

/** Returns the kind of chart: the chosen one if it fits, or the one that fits the groupings best. */
export function chartOf(address: ExploreAddress): ChartKind {
  if (address.chart) return kindsOf(address).includes(address.chart) ? address.chart : 'table'
  const by = groupingsIn(address)
  if (by.length === 0 || by.some(isTimeGrouping)) return 'lines'
  return by.length === 1 ? 'bars' : 'heat'
}

/** At most as many lines as can be told apart. */
export const maxLines = 6

/** Returns the time step of a line: so long that a rate is of enough, and so short that one sees a change. */
function stepOf(address: ExploreAddress, timezone: string, now?: number): TimeGrouping {
  const [first, last] = daysOf(address, timezone, now)
  const days = daysBetween(first, last)
  if (days > 250) return 'month'
  return days > 60 || (days > 20 && (unitOf(measureOf(address)) !== 'count' || summaryIn(address)))
    ? 'week'
    : 'day'
}

/** Converts the address to the query of the lines: one for each group of the first grouping that is not a time. */
export function toLinesQuery(address: ExploreAddress, timezone: string, now?: number): ExploreQuery {
  const by = groupingsIn(address)
  const time = by.find(isTimeGrouping) ?? stepOf(address, timezone, now)
  const other = by.find((key) => !isTimeGrouping(key))
  return {
    ...toExploreQuery(address, timezone, now),
    by: other ? [time, other] : [time],
    columns: String(maxLines),
    compare: 'false',
  } as ExploreQuery
}

/** Returns the day after the last one of a step. */
export function endOfStep(step: TimeGrouping, key: string): string {
  if (step === 'month') {
    const [year, month] = key.split('-').map(Number) as [number, number]
    return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  }
  return addDays(key, step === 'week' ? 7 : 1)
}
