import { formatLocale } from '../texts/language.ts'

/** Formats the days of a period in a timezone: "1–12 Oct", with the year if it is not the current one. */
export function formatDaysIn(
  from: string,
  to: string,
  timezone: string,
  more: Intl.DateTimeFormatOptions = {},
): string {
  const last = new Date(Date.parse(to) - 1)
  const now = new Date().getFullYear()
  const year = [new Date(from), last].every((day) => day.getFullYear() === now) ? undefined : 'numeric'
  const format = new Intl.DateTimeFormat(formatLocale(), {
    timeZone: timezone,
    day: 'numeric',
    month: 'short',
    year,
    ...more,
  })
  return format.formatRange(new Date(from), last)
}
