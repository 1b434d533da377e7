import { addDays, dayOf, daysBetween, startOfDay } from '@muster/contract/local-days.ts'
import { idParam, idsParam, listParam, oneOfParam, textParam } from '../ui/search-params.ts'

/** A number of days up to today, or the current calendar unit. */
export const periodKeys = ['7', '28', '90', '365', 'week', 'month', 'quarter', 'year'] as const

type Period = (typeof periodKeys)[number]

const defaultPeriod: Period = '28'

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

/** Returns the chosen period: one of `periods`, or a custom range. */
export function periodOf({ days, from }: ReportSearch): Period | 'own' {
  return from ? 'own' : (days ?? defaultPeriod)
}

/** Returns the first and last day of the period; a relative one ends today. */
export function daysOf(search: ReportSearch, timezone: string, now = Date.now()): [string, string] {
  if (search.from && search.to) return [search.from, search.to]
  const today = dayOf(now, timezone)
  return [firstDayOf(search.days ?? defaultPeriod, today), today]
}

function firstDayOf(period: Period, today: string): string {
  const [year, month] = today.split('-') as [string, string]
  if (period === 'year') return `${year}-01-01`
  if (period === 'month') return `${year}-${month}-01`
  if (period === 'quarter')
    return `${year}-${String(Number(month) - ((Number(month) - 1) % 3)).padStart(2, '0')}-01`
  if (period === 'week') return addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  return addDays(today, 1 - Number(period))
}

function bucketFor(days: number): 'day' | 'week' | 'month' {
  return days > 730 ? 'month' : days > 90 ? 'week' : 'day'
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

/**
 * Converts the search parameters to the query of every figure. Without `from` the server defaults to the last
 * 28 days, without `to` it ends now.
 */
export function toReportQuery(search: ReportSearch, timezone: string, now = Date.now()) {
  const period = periodOf(search)
  const slice = { ...sliceOf(search), ...(search.former && { former: search.former }) }
  if (period === defaultPeriod) return slice
  const [first, last] = daysOf(search, timezone, now)
  return {
    ...slice,
    from: startOfDay(first, timezone),
    ...(search.to && last < dayOf(now, timezone) && { to: startOfDay(addDays(last, 1), timezone) }),
    bucket: bucketFor(daysBetween(first, last)),
    // The server derives the unit of a custom range.
    ...(period !== 'own' && { unit: Number(period) ? ('day' as const) : (period as 'month') }),
  }
}
