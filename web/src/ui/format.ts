import { t } from '@lingui/core/macro'
import { formatLocale } from '../texts/language.ts'

/** Made at first use: by then the language is known, and it stays as long as the page. */
function lazily<Format>(make: (locale: string) => Format): () => Format {
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
const dateTime = dates({ dateStyle: 'medium', timeStyle: 'short' })

export function formatNumber(value: number): string {
  return number().format(value)
}

/** With one decimal, as days of reports are: 12.0. */
export function formatDecimal(value: number): string {
  return oneDecimal().format(value)
}

/** 1,200,000 as 1.2M. */
export function formatCompact(value: number): string {
  return compactNumber().format(value)
}

/** A share of 0 to 1 as a whole percent. */
export function formatPercent(share: number): string {
  return percent().format(share)
}

const languageNames = lazily((locale) => new Intl.DisplayNames(locale, { type: 'language' }))
const conjunction = lazily((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }))

/** Codes of languages by their names: English, Spanish. One that is no code stays as it is. */
export function formatLanguages(codes: readonly string[]): string {
  const nameOf = (code: string) => {
    try {
      return languageNames().of(code) ?? code
    } catch {
      return code
    }
  }
  return conjunction().format(codes.map(nameOf))
}

/** How many rows there are: exact, or "10,000+" where the server stopped counting. */
export function formatTotal(total: { value: number; atLeast: boolean }): string {
  return formatNumber(total.value) + (total.atLeast ? '+' : '')
}

const weekday = dates({ weekday: 'short', timeZone: 'UTC' })

/** Mon, for 1, to Sun, for 7. */
export function formatWeekday(number: number): string {
  return weekday().format(Date.UTC(2024, 0, number))
}

/** 8 Nov; with the year when it is not this one. */
export function formatDay(at: string | Date): string {
  const value = new Date(at)
  return (value.getFullYear() === new Date().getFullYear() ? day() : date()).format(value)
}

export function formatTime(at: string | Date): string {
  return time().format(new Date(at))
}

const timeOfDay = dates({ timeStyle: 'short', timeZone: 'UTC' })

/** Times of the day such as `16:10`, wherever they stand in a text, as the reader writes them. */
export function formatTimesOfDay(text: string): string {
  return text.replace(/\d\d:\d\d/g, (time) => timeOfDay().format(new Date(`2024-01-01T${time}Z`)))
}

/** 8 Nov 2025, 15:30: for hints over shorter forms. */
export function formatDateTime(at: string | Date): string {
  return dateTime().format(new Date(at))
}

const minute = 60
const hour = 60 * minute
const dayLength = 24 * hour

/** A length of time in its largest unit: "45 min", "5 h", "3 d". */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / minute)
  const hours = Math.floor(seconds / hour)
  const days = formatNumber(Math.floor(seconds / dayLength))
  if (seconds < minute) return t({ message: 'now', context: 'less than a minute' })
  if (seconds < hour) return t({ message: `${minutes} min`, context: 'minutes, short' })
  if (seconds < dayLength) return t({ message: `${hours} h`, context: 'hours, short' })
  return t({ message: `${days} d`, context: 'days, short' })
}

/** The length of a call or recording: "3:12". */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / minute)}:${String(Math.floor(seconds % minute)).padStart(2, '0')}`
}

/** When something happened or will: "15:30" today, "yesterday 15:30", else the day. */
export function formatWhen(at: string | Date, now: number = Date.now()): string {
  const value = new Date(at)
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const days = Math.floor((value.getTime() - midnight) / (dayLength * 1000))
  const clock = formatTime(value)
  if (days === 0) return t`today ${clock}`
  if (days === -1) return t`yesterday ${clock}`
  if (days === 1) return t`tomorrow ${clock}`
  return formatDay(value)
}
