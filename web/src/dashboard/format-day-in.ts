import { formatLocale } from '../texts/language.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a day in a timezone: "8 Nov", with the year if it is not the current one. */
export function formatDayIn(at: string, timezone: string): string {
  const year = at.slice(0, 4) === new Date().toISOString().slice(0, 4) ? undefined : 'numeric'
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
