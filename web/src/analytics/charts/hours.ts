import { formatLocale } from '../../texts/language.ts'
import type { HourChart } from './chart.ts'

/** 1 for Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** The name of a weekday, 1 for Monday. */
export function formatWeekday(weekday: number, weekdayStyle: 'short' | 'long'): string {
  const monday = Date.UTC(2024, 0, 1)
  const format = new Intl.DateTimeFormat(formatLocale(), { weekday: weekdayStyle, timeZone: 'UTC' })
  return format.format(monday + (weekday - 1) * 86_400_000)
}

/** An hour as clocks there say it: 09, 9 AM. */
export function formatHour(hour: number): string {
  const format = new Intl.DateTimeFormat(formatLocale(), { hour: 'numeric', timeZone: 'UTC' })
  return format.format(hour * 3_600_000)
}

const usual = { first: 8, last: 19 }

/** The hours of a working day, and those before and after that had calls. */
export function hoursShown(cells: HourChart['cells']): number[] {
  const used = cells.map(({ hour }) => hour)
  const first = Math.min(usual.first, ...used)
  const last = Math.max(usual.last, ...used)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * How much of the accent a cell takes, in percent: little of it where nobody answers, so that an hour with calls is
 * seen, and never more than what a number is read on.
 */
export function shadeOf({ share }: { share: number }): number {
  return Math.round(6 + share * 42)
}
