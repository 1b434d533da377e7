import { formatLocale } from '../../texts/language.ts'
import type { HourChart } from './chart.ts'

/** 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Returns the name of a weekday; 1 is Monday. */
export function formatWeekday(weekday: number, weekdayStyle: 'short' | 'long'): string {
  const monday = Date.UTC(2024, 0, 1)
  const format = new Intl.DateTimeFormat(formatLocale(), { weekday: weekdayStyle, timeZone: 'UTC' })
  return format.format(monday + (weekday - 1) * 86_400_000)
}

/** Formats an hour in the locale's clock: 09, 9 AM. */
export function formatHour(hour: number): string {
  const format = new Intl.DateTimeFormat(formatLocale(), { hour: 'numeric', timeZone: 'UTC' })
  return format.format(hour * 3_600_000)
}

const defaultHours = { first: 8, last: 19 }

/** Returns the working hours, extended to all hours with calls. */
export function hoursShown(cells: HourChart['cells']): number[] {
  const used = cells.map(({ hour }) => hour)
  const first = Math.min(defaultHours.first, ...used)
  const last = Math.max(defaultHours.last, ...used)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/**
 * Returns the percentage of the accent colour in a cell: a minimum, so that an hour with unanswered calls is
 * visible, and a maximum at which the number is readable.
 */
export function shadeOf({ share }: { share: number }): number {
  return Math.round(6 + share * 42)
}
