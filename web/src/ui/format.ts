import { t } from '@lingui/core/macro'
import { formatLocale } from '../texts/language.ts'

/** Creates a formatter on first use: by then the language is known, and it does not change until a reload. */
export function lazily<Format>(make: (locale: string) => Format): () => Format {
  let made: Format | undefined
  return () => {
    made ??= make(formatLocale())
    return made
  }
}

function numbers(options?: Intl.NumberFormatOptions) {
  return lazily((locale) => new Intl.NumberFormat(locale, options))
}

function dates(options: Intl.DateTimeFormatOptions) {
  return lazily((locale) => new Intl.DateTimeFormat(locale, options))
}

const number = numbers()
const compactNumber = numbers({ notation: 'compact', maximumFractionDigits: 1 })
const oneDecimal = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
const percent = numbers({ style: 'percent', maximumFractionDigits: 0 })
const day = dates({ day: 'numeric', month: 'short' })
const date = dates({ day: 'numeric', month: 'short', year: 'numeric' })
const time = dates({ timeStyle: 'short' })
const dateTime = dates({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

export function formatNumber(value: number): string {
  return number().format(value)
}

/** Formats with one decimal, like the days of reports: 12.0. */
export function formatDecimal(value: number): string {
  return oneDecimal().format(value)
}

/** Formats 1,200,000 as 1.2M. */
export function formatCompact(value: number): string {
  return compactNumber().format(value)
}

/** Formats a share between 0 and 1 as a whole percentage. */
export function formatPercent(share: number): string {
  return percent().format(share)
}

const languageNames = lazily((locale) => new Intl.DisplayNames(locale, { type: 'language' }))
const conjunction = lazily((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }))

/** Formats language codes as names: English, Spanish. Invalid codes stay as they are. */
export function formatLanguages(codes: readonly string[]): string {
  const nameOf = (code: string) => {
    try {
      return languageNames().of(code) ?? code
    } catch {
      return code
    }
  }
  return formatList(codes.map(nameOf))
}

export function formatList(items: readonly string[]): string {
  return conjunction().format(items)
}

/** Formats a total: exact, or "10,000+" if the server stopped counting. */
export function formatTotal(total: { value: number; atLeast: boolean }): string {
  return formatNumber(total.value) + (total.atLeast ? '+' : '')
}

const weekday = dates({ weekday: 'short', timeZone: 'UTC' })

/** Formats a weekday: Mon for 1 to Sun for 7. */
export function formatWeekday(number: number): string {
  return weekday().format(Date.UTC(2024, 0, number))
}

/** Formats a day: "8 Nov", with the year if it is not the current one. */
export function formatDay(at: string | Date): string {
  const value = new Date(at)
  return (value.getFullYear() === new Date().getFullYear() ? day() : date()).format(value)
}

export function formatTime(at: string | Date): string {
  return time().format(new Date(at))
}

const timeOfDay = dates({ timeStyle: 'short', timeZone: 'UTC' })

/** Formats times of day such as `16:10` within a text in the reader's locale. */
export function formatTimesOfDay(text: string): string {
  return text.replace(/\d\d:\d\d/g, (time) => timeOfDay().format(new Date(`2024-01-01T${time}Z`)))
}

/** Formats date and time, for tooltips of shorter forms: 8 Nov 2025, 15:30. */
export function formatDateTime(at: string | Date): string {
  return dateTime().format(new Date(at))
}

const minute = 60
const hour = 60 * minute
const dayLength = 24 * hour

/** Formats a duration in its largest unit: "45 min", "5 h", "3 d". */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / minute)
  const hours = Math.floor(seconds / hour)
  const days = formatNumber(Math.floor(seconds / dayLength))
  if (seconds < minute) return t({ message: '<1 min', context: 'less than a minute' })
  if (seconds < hour) return t({ message: `${minutes} min`, context: 'minutes, short' })
  if (seconds < dayLength) return t({ message: `${hours} h`, context: 'hours, short' })
  return t({ message: `${days} d`, context: 'days, short' })
}

/** Formats time that was added up, such as that of calls: "0 min", "184 min". */
export function formatTotalTime(seconds: number): string {
  const minutes = formatNumber(Math.round(seconds / minute))
  return t({ message: `${minutes} min`, context: 'minutes, short' })
}

/** Formats the length of a call or recording: "3:12". */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / minute)}:${String(Math.floor(seconds % minute)).padStart(2, '0')}`
}

/** Formats a moment: "15:30" today, "yesterday 15:30", otherwise the day. */
export function formatWhen(at: string | Date, now: number = Date.now()): string {
  const value = new Date(at)
  const [then, today] = [new Date(value).setHours(0, 0, 0, 0), new Date(now).setHours(0, 0, 0, 0)]
  // Not every day has 24 hours.
  const days = Math.round((then - today) / (dayLength * 1000))
  const clock = formatTime(value)
  if (days === 0) return t`today ${clock}`
  if (days === -1) return t`yesterday ${clock}`
  if (days === 1) return t`tomorrow ${clock}`
  return formatDay(value)
}
