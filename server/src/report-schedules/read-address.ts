import { chartKinds } from '@muster/contract/chart-kinds.ts'
import type { ExploreAddress } from '@muster/contract/explore-address.ts'
import { aggregates } from '@muster/contract/measures.ts'
import { type Period, periodKeys } from '@muster/contract/report-days.ts'
import { reportParameters } from '@muster/contract/saved-reports.ts'
import { parseSearch } from '@muster/contract/search-parameters.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { invalid } from '../app-error.ts'

type Parameters = Record<string, string | string[]>

const notAQuestion = () => invalid('search', t`A filter or the period of this report is not valid`)

/** Returns the search parameters of a URL, as a saved report stores them. */
export function readSearch(search: string): Parameters {
  const { success, data } = reportParameters.safeParse(parseSearch(search))
  if (!success) throw notAQuestion()
  return data
}

/**
 * Validates the query that an address stands for.
 *
 * @throws VALIDATION
 */
export function validateQuery<Query>(schema: z.ZodType | undefined, query: unknown): Query {
  const result = schema!.safeParse(query)
  if (!result.success) throw notAQuestion()
  return result.data as Query
}

const isDay = (value: string | undefined) =>
  value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/** Returns the question that a saved report stores as the address of the screen. */
export function readAddress(query: Parameters): ExploreAddress {
  const text = (name: string) => (typeof query[name] === 'string' ? (query[name] as string) : undefined)
  const list = (name: string) => (query[name] === undefined ? undefined : [query[name]].flat())
  const [from, to] = [text('from'), text('to')]
  return {
    measure: text('measure'),
    by: list('by'),
    of: text('of'),
    aggregate: aggregates.find((key) => key === query.aggregate),
    reached: text('reached'),
    compared: text('compared') === 'no' ? 'no' : undefined,
    chart: chartKinds.find((key) => key === query.chart),
    days: periodKeys.find((key): key is Period => key === query.days),
    ...(isDay(from) && isDay(to) && { from, to, until: text('until') }),
    companyId: list('companyId'),
    positionId: list('positionId'),
    ownerId: list('ownerId'),
    agentId: list('agentId'),
    queueId: list('queueId'),
    campaignId: list('campaignId'),
    source: list('source'),
    pipelineId: list('pipelineId'),
    tag: list('tag'),
    statusType: list('statusType'),
    disposition: list('disposition'),
    field: list('field'),
  }
}
