import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { exploreReport } from '@muster/contract/explore.ts'
import {
  type ExploreQuery,
  groupingsIn,
  measureOf,
  summaryIn,
  toExploreQuery,
} from '@muster/contract/explore-address.ts'
import { addDays, daysBetween } from '@muster/contract/local-days.ts'
import { isTimeGrouping, type TimeGrouping, unitOf } from '@muster/contract/measures.ts'
import { daysOf } from '@muster/contract/report-days.ts'
import type { ChartKind, ExploreSearch } from './explore-search.ts'

export type Explored = ResponseOf<typeof exploreReport>
export type Cell = Explored['measures'][number]['cells'][number]
export type Group = Explored['rows'][number]
/** A measure of an answer, with what its values are. */
export type Measured = Explored['measures'][number]

/** Returns the kind of chart: the chosen one, or the one that fits the groupings. */
export function chartOf(search: ExploreSearch): ChartKind {
  if (search.chart) return search.chart
  const by = groupingsIn(search)
  if (by.length === 0 || by.some(isTimeGrouping)) return 'lines'
  return by.length === 1 ? 'bars' : 'heat'
}

/** At most as many lines as can be told apart. */
export const maxLines = 6

/** Returns the time step of a line: so long that a rate is of enough, and so short that one sees a change. */
function stepOf(search: ExploreSearch, timezone: string): TimeGrouping {
  const [first, last] = daysOf(search, timezone)
  const days = daysBetween(first, last)
  if (days > 250) return 'month'
  return days > 60 || (days > 20 && (unitOf(measureOf(search)) !== 'count' || summaryIn(search)))
    ? 'week'
    : 'day'
}

/** Converts the address to the query of the lines: one for each group of the first grouping that is not a time. */
export function toLinesQuery(search: ExploreSearch, timezone: string): ExploreQuery {
  const by = groupingsIn(search)
  const time = by.find(isTimeGrouping) ?? stepOf(search, timezone)
  const other = by.find((key) => !isTimeGrouping(key))
  return {
    ...toExploreQuery(search, timezone),
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
