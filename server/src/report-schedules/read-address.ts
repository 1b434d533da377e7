import type { ExploreAddress } from '@muster/contract/explore-address.ts'
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
    reached: text('reached'),
    compared: text('compared') === 'no' ? 'no' : undefined,
    days: periodKeys.find((key): key is Period => key === query.days),
    ...(from && to && { from, to, until: text('until') }),
    companyId: list('companyId'),
    positionId: list('positionId'),
    ownerId: list('ownerId'),
    agentId: list('agentId'),
    source: list('source'),
    pipelineId: list('pipelineId'),
    tag: list('tag'),
    statusType: list('statusType'),
    disposition: list('disposition'),
    field: list('field'),
  }
}
