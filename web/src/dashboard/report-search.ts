import { daysBetween } from '@muster/contract/local-days.ts'
import { type Period, periodKeys, toPeriodQuery } from '@muster/contract/report-days.ts'
import { idParam, idsParam, listParam, oneOfParam, textParam } from '../ui/search-params.ts'

/** The longest range of a report, so that nobody waits for a mistyped year. */
const mostDays = 3660

/** The search parameters of the dashboard and of analytics. */
export interface ReportSearch {
  days?: Period
  /** Days in the workspace's timezone, both inclusive; they override `days`. */
  from?: string
  to?: string
  companyId?: string[]
  positionId?: string[]
  ownerId?: string[]
  agentId?: string[]
  source?: string[]
  /** The comparison: the previous period, another one, or another position. */
  compare?: 'previous' | 'dates' | 'position'
  otherFrom?: string
  otherTo?: string
  otherPositionId?: string
  /** Reads the previous period instead; not part of the address. */
  former?: 'true'
  /** The filters of the calls behind a figure, which are listed in a drawer. */
  calls?: string
}

function dayParam(value: unknown): string | undefined {
  const text = textParam(value)
  if (!text || !/^(19|2\d)\d\d-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return undefined
  return text
}

/** Returns whether these are two days in order, within the longest range of a report. */
export function isPeriod(from: string | undefined, to: string | undefined): boolean {
  return Boolean(from && to && from <= to && daysBetween(from, to) <= mostDays)
}

/** Returns two valid days, or neither. */
function daysParam(from: unknown, to: unknown): [string, string] | [] {
  const [first, last] = [dayParam(from), dayParam(to)]
  return first && last && isPeriod(first, last) ? [first, last] : []
}

export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const [from, to] = daysParam(search.from, search.to)
  const [otherFrom, otherTo] = daysParam(search.otherFrom, search.otherTo)
  return {
    days: oneOfParam(search.days, periodKeys),
    from,
    to,
    companyId: idsParam(search.companyId),
    positionId: idsParam(search.positionId),
    ownerId: idsParam(search.ownerId),
    agentId: idsParam(search.agentId),
    source: listParam(search.source),
    compare: oneOfParam(search.compare, ['previous', 'dates', 'position']),
    otherFrom,
    otherTo,
    otherPositionId: idParam(search.otherPositionId),
    calls: textParam(search.calls),
  }
}

/** Returns the filters of a report. */
export function sliceOf({ companyId, positionId, ownerId, agentId, source }: ReportSearch) {
  return {
    ...(companyId && { companyId }),
    ...(positionId && { positionId }),
    ...(ownerId && { ownerId }),
    ...(agentId && { agentId }),
    ...(source && { source }),
  }
}

/** Converts the search parameters to the query of every figure. */
export function toReportQuery(search: ReportSearch, timezone: string, now = Date.now()) {
  return {
    ...sliceOf(search),
    ...(search.former && { former: search.former }),
    ...toPeriodQuery(search, timezone, now),
  }
}
