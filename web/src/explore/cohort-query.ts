import type { CallOf } from '@muster/contract/endpoint.ts'
import type { exploreCohorts } from '@muster/contract/explore.ts'
import { funnelTypes } from '@muster/contract/status-types.ts'
import { toReportQuery } from '../dashboard/report-search.ts'
import type { ExploreSearch } from './explore-search.ts'
import { setFilters } from './query-of.ts'

/** The measure of the address that asks for cohorts, which have a table of their own. */
export const cohorts = 'cohorts'

/** The stages that a cohort can reach. */
export const reachable = funnelTypes.filter((type) => type !== 'lead')

export function isOfCohorts({ measure }: ExploreSearch): boolean {
  return measure === cohorts
}

export function reachedOf({ reached }: ExploreSearch) {
  return reachable.find((type) => type === reached) ?? 'submitted'
}

export function stepOfCohorts({ by }: ExploreSearch): 'week' | 'month' {
  return by?.[0] === 'month' ? 'month' : 'week'
}

/** Converts the address to the query of the cohorts. */
export function toCohortQuery(search: ExploreSearch, timezone: string) {
  const { days, from, to } = search
  const { bucket, ...period } = toReportQuery({ days, from, to }, timezone) as { bucket?: string }
  const query = {
    step: stepOfCohorts(search),
    reached: reachedOf(search),
    ...period,
    ...setFilters(search),
  }
  return query as CallOf<typeof exploreCohorts>['query']
}
