import { chartKinds } from '@muster/contract/chart-kinds.ts'
import type { ExploreAddress } from '@muster/contract/explore-address.ts'
import { aggregates } from '@muster/contract/measures.ts'
import { type Period, periodKeys } from '@muster/contract/report-days.ts'

type Parameters = Record<string, string | string[]>

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
    ...(from && to && { from, to, until: text('until') }),
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
