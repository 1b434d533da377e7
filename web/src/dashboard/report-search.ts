import { addDays, dayOf, daysBetween, startOfDay } from '@muster/contract/local-days.ts'
import { idParam, idsParam, listParam, oneOfParam, textParam } from '../ui/search-params.ts'

/** Days back from now, the present one included, or the unit of the calendar that it is in. */
export const periodKeys = ['7', '28', '90', '365', 'week', 'month', 'quarter', 'year'] as const

type Period = (typeof periodKeys)[number]

const defaultPeriod: Period = '28'

/** As long as reports go back at once, so that nobody waits for a mistyped year. */
const mostDays = 3660

/** What the address of the dashboard and of analytics says. */
export interface ReportSearch {
  days?: Period
  /** Days of the workspace's calendar, both counted; they go before `days`. */
  from?: string
  to?: string
  companyId?: string[]
  positionId?: string[]
  ownerId?: string[]
  agentId?: string[]
  source?: string[]
  /** What is shown beside: the period before, another one, or another position. */
  compare?: 'previous' | 'dates' | 'position'
  otherFrom?: string
  otherTo?: string
  otherPositionId?: string
  /** Of the period before instead; no address says so. */
  former?: 'true'
  /** The calls behind a figure, as filters of their list: they are in a drawer. */
  calls?: string
}

function dayParam(value: unknown): string | undefined {
  const text = textParam(value)
  if (!text || !/^(19|2\d)\d\d-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return undefined
  return text
}

/** Whether these are two days in their order, no longer apart than reports go. */
export function isPeriod(from: string | undefined, to: string | undefined): boolean {
  return Boolean(from && to && from <= to && daysBetween(from, to) <= mostDays)
}

/** Two days that are a period, or none of them. */
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

/** The period chosen: one of `periods`, or own days. */
export function periodOf({ days, from }: ReportSearch): Period | 'own' {
  return from ? 'own' : (days ?? defaultPeriod)
}

/** The first and last day of the period, today being the last of those counted back. */
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

/** The part of applications a report is about. */
export function sliceOf({ companyId, positionId, ownerId, agentId, source }: ReportSearch) {
  return {
    ...(companyId && { companyId }),
    ...(positionId && { positionId }),
    ...(ownerId && { ownerId }),
    ...(agentId && { agentId }),
    ...(source && { source }),
  }
}

/** What every figure asks for. Without `from` the server takes its own last 28 days, without `to` it ends now. */
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
    // What own days are a part of is the server's to say.
    ...(period !== 'own' && { unit: Number(period) ? ('day' as const) : (period as 'month') }),
  }
}
