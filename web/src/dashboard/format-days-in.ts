import { formatLocale } from '../texts/language.ts'

/** 1–12 Oct: the days of a period, by the clocks of a timezone; with the year when it is not this one. */
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
