import type { ChartKind } from './chart-kinds.ts'
import { dispositionKeys } from './dispositions.ts'
import type { CallOf } from './endpoint.ts'
import type { exploreCohorts, exploreDistribution, exploreReport } from './explore.ts'
import {
  type Aggregate,
  type AnyGrouping,
  conversionMeasures,
  type Duration,
  durationKeys,
  hasGrouping,
  hasSummaries,
  isSummarized,
  isTimeGrouping,
  type Measure,
  measureKeys,
  type Summarized,
} from './measures.ts'
import { type DaysOfReport, toPeriodQuery } from './report-days.ts'
import { funnelTypes, statusTypeKeys } from './status-types.ts'

export type ExploreQuery = CallOf<typeof exploreReport>['query']
type DistributionQuery = CallOf<typeof exploreDistribution>['query']
type CohortQuery = CallOf<typeof exploreCohorts>['query']

/** The question in the address of Explore, which saved reports store too. */
export interface ExploreAddress extends DaysOfReport {
  measure?: string | undefined
  by?: string[] | undefined
  /** The values that are summarized, such as `field.<key>` or `callCost`, and how. */
  of?: string | undefined
  aggregate?: Aggregate | undefined
  reached?: string | undefined
  compared?: 'no' | undefined
  /** The chosen chart; without it, the one that fits. */
  chart?: ChartKind | undefined
  companyId?: string[] | undefined
  positionId?: string[] | undefined
  ownerId?: string[] | undefined
  agentId?: string[] | undefined
  queueId?: string[] | undefined
  campaignId?: string[] | undefined
  source?: string[] | undefined
  pipelineId?: string[] | undefined
  tag?: string[] | undefined
  statusType?: string[] | undefined
  disposition?: string[] | undefined
  field?: string[] | undefined
}

/** Returns the measure of the address, or the first one. */
export function measureOf({ measure }: ExploreAddress): Measure {
  return measureKeys.find((key) => key === measure) ?? 'contactRate'
}

/** Returns what the address summarizes, if the measure counts what has it; null for a count of rows. */
export function summaryIn(address: ExploreAddress): { of: Summarized; aggregate: Aggregate } | null {
  const { of, aggregate = 'average' } = address
  return of && isSummarized(of) && hasSummaries(measureOf(address), of) ? { of, aggregate } : null
}

/** Returns the groupings of the address that the measure has. */
export function groupingsIn(address: ExploreAddress): AnyGrouping[] {
  const measure = measureOf(address)
  const chosen = [...new Set(address.by)].filter((key): key is AnyGrouping =>
    hasGrouping(measure, key as AnyGrouping),
  )
  return chosen.filter((key, index) => !(isTimeGrouping(key) && chosen.slice(0, index).some(isTimeGrouping)))
}

function known<Key extends string>(values: readonly string[] | undefined, keys: readonly Key[]) {
  return values?.flatMap((value) => keys.find((key) => key === value) ?? [])
}

/** Returns the filters that are set. */
export function setFilters(address: ExploreAddress): Record<string, string[]> {
  const { companyId, positionId, ownerId, agentId, queueId, campaignId, source, pipelineId, tag, field } =
    address
  const statusType = known(address.statusType, statusTypeKeys)
  const disposition = known(address.disposition, dispositionKeys)
  const ofCalls = { agentId, queueId, campaignId }
  const filters = { companyId, positionId, ownerId, ...ofCalls, source, pipelineId, tag, field }
  const set = Object.entries({ ...filters, statusType, disposition }).filter(([, values]) => values?.length)
  return Object.fromEntries(set) as Record<string, string[]>
}

function spanOf(address: ExploreAddress, timezone: string, now?: number) {
  const { days, from, to, until } = address
  const { bucket, ...span } = toPeriodQuery({ days, from, to, until }, timezone, now) as { bucket?: string }
  return span
}

/** Converts the address to the query of the table. */
export function toExploreQuery(address: ExploreAddress, timezone: string, now?: number): ExploreQuery {
  return {
    measure: [measureOf(address)],
    ...summaryIn(address),
    by: groupingsIn(address),
    ...spanOf(address, timezone, now),
    ...(address.compared && { compare: 'false' as const }),
    ...setFilters(address),
  }
}

/** The measure of the address that asks for the funnel: how far the applications created in the period came. */
export const funnel = 'funnel'

export function isOfFunnel({ measure }: ExploreAddress): boolean {
  return measure === funnel
}

/** The steps of the funnel after the first: the numerator of each rate is the applications that came so far. */
export const funnelSteps = Object.entries(conversionMeasures) as [keyof typeof conversionMeasures, Measure][]

/** Converts the address to the query of the funnel: the conversion from each stage to the next. */
export function toFunnelQuery(address: ExploreAddress, timezone: string, now?: number): ExploreQuery {
  return {
    ...toExploreQuery({ ...address, by: undefined }, timezone, now),
    measure: funnelSteps.map(([, measure]) => measure),
  }
}

/** Returns the measure of the address if its values have a distribution. */
export function durationOf(address: ExploreAddress): Duration | undefined {
  return durationKeys.find((key) => key === measureOf(address))
}

/** Converts the address to the query of a distribution. */
export function toDistributionQuery(
  address: ExploreAddress,
  timezone: string,
  now?: number,
): DistributionQuery {
  return {
    measure: durationOf(address),
    ...spanOf(address, timezone, now),
    ...setFilters(address),
  } as DistributionQuery
}

/** The measure of the address that asks for cohorts, which have a table of their own. */
export const cohorts = 'cohorts'

/** The stages that a cohort can reach. */
export const reachable = funnelTypes.filter((type) => type !== 'lead')

export function isOfCohorts({ measure }: ExploreAddress): boolean {
  return measure === cohorts
}

export function reachedOf({ reached }: ExploreAddress) {
  return reachable.find((type) => type === reached) ?? 'submitted'
}

export function stepOfCohorts({ by }: ExploreAddress): 'week' | 'month' {
  return by?.[0] === 'month' ? 'month' : 'week'
}

/** Converts the address to the query of the cohorts. */
export function toCohortQuery(address: ExploreAddress, timezone: string, now?: number): CohortQuery {
  return {
    step: stepOfCohorts(address),
    reached: reachedOf(address),
    ...spanOf(address, timezone, now),
    ...setFilters(address),
  } as CohortQuery
}
