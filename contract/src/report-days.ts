import { addDays, dayOf, daysBetween, startOfDay } from './local-days.ts'

/** A number of days up to today, or the current calendar unit. */
export const periodKeys = ['7', '28', '90', '365', 'week', 'month', 'quarter', 'year'] as const

export type Period = (typeof periodKeys)[number]

const defaultPeriod: Period = '28'

/** The period in the address of a report. */
export interface DaysOfReport {
  days?: Period | undefined
  /** Days in the workspace's timezone, both inclusive; they override `days`. */
  from?: string | undefined
  to?: string | undefined
  /** The moment at which the period ended when the report was sent, within the day `to`. */
  until?: string | undefined
}

/** Returns the chosen period: one of `periodKeys`, or a custom range. */
export function periodOf({ days, from }: DaysOfReport): Period | 'own' {
  return from ? 'own' : (days ?? defaultPeriod)
}

/** Returns the first and last day of the period; a relative one ends today. */
export function daysOf(address: DaysOfReport, timezone: string, now = Date.now()): [string, string] {
  if (address.from && address.to) return [address.from, address.to]
  const today = dayOf(now, timezone)
  return [firstDayOf(address.days ?? defaultPeriod, today), today]
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

const unitOf = (period: Period) => (Number(period) ? ('day' as const) : (period as 'month'))

/**
 * Converts the period of the address to that of the query. Without `from` the server defaults to the last 28 days,
 * without `to` it ends now.
 */
export function toPeriodQuery(address: DaysOfReport, timezone: string, now = Date.now()) {
  const period = periodOf(address)
  if (period === defaultPeriod) return {}
  const [first, last] = daysOf(address, timezone, now)
  const { until, days } = address
  const end = address.to && last < dayOf(now, timezone) ? startOfDay(addDays(last, 1), timezone) : undefined
  // A sent report is compared as the relative period that it was made of.
  const unit = period !== 'own' ? unitOf(period) : until && days ? unitOf(days) : undefined
  return {
    from: startOfDay(first, timezone),
    ...((until ?? end) && { to: until ?? end }),
    bucket: bucketFor(daysBetween(first, last)),
    // The server derives the unit of a custom range.
    ...(unit && { unit }),
  }
}
