import { dayOf } from '@muster/contract/local-days.ts'
import { formatLocale } from '../texts/language.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the year of a moment in a timezone. */
export function yearOf(at: number, timezone: string): string {
  return dayOf(at, timezone).slice(0, 4)
}

/** Formats a day in a timezone: "8 Nov", with the year if it is not the current one. */
export function formatDayIn(at: string, timezone: string): string {
  const year = yearOf(Date.parse(at), timezone) === yearOf(Date.now(), timezone) ? undefined : 'numeric'
  const key = `${timezone} ${year}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(formatLocale(), {
      timeZone: timezone,
      day: 'numeric',
      month: 'short',
      year,
    })
    formats.set(key, format)
  }
  return format.format(new Date(at))
}
