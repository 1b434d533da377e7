import type { Language } from '@muster/contract/languages.ts'
import { currentLanguage } from '#texts'

/** Each language's locale for numbers and dates, as the web app chooses it for a browser without a variant. */
const locales: Record<Language, string> = { en: 'en-US', de: 'de-DE' }

/** A day as the web app writes it, with the year: the reader may come to an email much later. */
const dayFormat = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** Returns 12,345 in the current language's format. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locales[currentLanguage()]).format(value)
}

/** Returns the name of a country (ISO 3166 alpha-2) in the current language. */
export function regionName(country: string): string {
  return new Intl.DisplayNames(locales[currentLanguage()], { type: 'region' }).of(country) ?? country
}

/** Returns a number with at most one decimal: 3.5. */
export function formatDecimal(value: number): string {
  return new Intl.NumberFormat(locales[currentLanguage()], { maximumFractionDigits: 1 }).format(value)
}

/** Returns 41%, from a share of 0 to 1. */
export function formatShare(share: number): string {
  return new Intl.NumberFormat(locales[currentLanguage()], { style: 'percent' }).format(share)
}

/** Returns Nov 8, 2025, 3:30 PM in a timezone. */
export function formatMoment(at: string, timezone: string): string {
  return new Intl.DateTimeFormat(locales[currentLanguage()], {
    ...dayFormat,
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timezone,
  }).format(new Date(at))
}

/** Returns Mon for 1 to Sun for 7. */
export function formatWeekday(weekday: number): string {
  const monday = Date.UTC(2024, 0, 1)
  const format = new Intl.DateTimeFormat(locales[currentLanguage()], { weekday: 'short', timeZone: 'UTC' })
  return format.format(monday + (weekday - 1) * 86_400_000)
}

/** Returns "Anna, Bo and Cy", without the comma before "and" as in other texts. */
export function formatList(items: readonly string[]): string {
  const language = currentLanguage()
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : locales[language]).format(items)
}

/** Returns a currency's decimal digits: 2 for USD, 0 for JPY. */
export function fractionDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** Returns $1,234.50, from an amount in the currency's minor unit. */
export function formatMoney(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat(locales[currentLanguage()], { style: 'currency', currency })
  return format.format(amountMinor / 10 ** fractionDigits(currency))
}

/** Returns Nov 8, 2025 in a timezone. */
export function formatDay(at: string, timezone: string): string {
  return new Intl.DateTimeFormat(locales[currentLanguage()], {
    ...dayFormat,
    timeZone: timezone,
  }).format(new Date(at))
}
