import { formatLocale } from '../texts/language.ts'
import { yearOf } from './format-day-in.ts'

/** Formats the days of a period in a timezone: "1–12 Oct", with the year if it is not the current one. */
export function formatDaysIn(
  from: string,
  to: string,
  timezone: string,
  more: Intl.DateTimeFormatOptions = {},
): string {
  const last = new Date(Date.parse(to) - 1)
  const now = yearOf(Date.now(), timezone)
  const days = [Date.parse(from), last.getTime()]
  const year = days.every((day) => yearOf(day, timezone) === now) ? undefined : 'numeric'
  const format = new Intl.DateTimeFormat(formatLocale(), {
    timeZone: timezone,
    day: 'numeric',
    month: 'short',
    year,
    ...more,
  })
  return format.formatRange(new Date(from), last)
}
