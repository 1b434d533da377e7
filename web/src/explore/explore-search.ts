import { type ChartKind, chartKinds } from '@muster/contract/chart-kinds.ts'
import { type ReportSearch, readReportSearch } from '../dashboard/report-search.ts'
import { idParam, idsParam, listParam, oneOfParam, textParam } from '../ui/search-params.ts'

const aggregates = ['sum', 'average', 'median'] as const

/**
 * The search parameters of Explore: the whole query, so that an address is a report. What a measure is called is read by
 * `explore-charts.ts` of the contract, since the measures are not part of the first load.
 */
export interface ExploreSearch
  extends Omit<ReportSearch, 'compare' | 'otherFrom' | 'otherTo' | 'otherPositionId' | 'former'> {
  measure?: string
  by?: string[]
  /** The custom field whose values are summarized, `field.<key>`, and how. */
  of?: string
  aggregate?: (typeof aggregates)[number]
  /** The stage that cohorts reach. */
  reached?: string
  /** The moment at which the period ended when the report was sent. */
  until?: string
  /** Without it, the period before. */
  compared?: 'no'
  queueId?: string[]
  campaignId?: string[]
  pipelineId?: string[]
  tag?: string[]
  statusType?: string[]
  disposition?: string[]
  /** Conditions on custom fields, as in the list of applications. */
  field?: string[]
  chart?: ChartKind
  /** The saved report that was opened. */
  report?: string
}

const wordPattern = /^\w{1,40}$/
/** A grouping: a word, or the name of a custom field. */
const groupingPattern = /^(?:[a-z]+\.)?\w{1,40}$/
const word = (value: unknown) => (wordPattern.test(textParam(value) ?? '') ? String(value) : undefined)

function words(value: unknown): string[] | undefined {
  return listParam(listParam(value)?.filter((each) => word(each)))
}

function momentParam(value: unknown): string | undefined {
  const text = textParam(value)
  return text && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

export function readExploreSearch(search: Record<string, unknown>): ExploreSearch {
  const { days, from, to, companyId, positionId, ownerId, agentId, source, calls } = readReportSearch(search)
  return {
    measure: word(search.measure),
    by: listParam(listParam(search.by)?.filter((each) => groupingPattern.test(each)))?.slice(0, 2),
    of: /^(?:callCost|(?:field|candidate|call)\.\w{1,40})$/.test(textParam(search.of) ?? '')
      ? String(search.of)
      : undefined,
    aggregate: oneOfParam(search.aggregate, aggregates),
    reached: word(search.reached),
    days,
    from,
    to,
    until: from ? momentParam(search.until) : undefined,
    compared: oneOfParam(search.compared, ['no']),
    companyId,
    positionId,
    ownerId,
    agentId,
    source,
    queueId: idsParam(search.queueId),
    campaignId: idsParam(search.campaignId),
    pipelineId: idsParam(search.pipelineId),
    tag: listParam(search.tag, 40),
    statusType: words(search.statusType),
    disposition: words(search.disposition),
    field: listParam(search.field, 1000),
    chart: oneOfParam(search.chart, chartKinds),
    report: idParam(search.report),
    calls,
  }
}
