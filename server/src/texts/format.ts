import type { Language } from '@muster/contract/languages.ts'
import { spokenLanguage } from '#texts'

/** How each language writes numbers and dates; for English the day comes first, in words. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

/** 12,345, as the language being spoken writes it. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locales[spokenLanguage()]).format(value)
}

/** 8 Nov 2025, 15:30 on the clocks of a timezone. */
export function formatMoment(at: string, timezone: string): string {
  return new Intl.DateTimeFormat(locales[spokenLanguage()], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(at))
}

/** Mon, for 1, to Sun, for 7. */
export function formatWeekday(weekday: number): string {
  const monday = Date.UTC(2024, 0, 1)
  const format = new Intl.DateTimeFormat(locales[spokenLanguage()], { weekday: 'short', timeZone: 'UTC' })
  return format.format(monday + (weekday - 1) * 86_400_000)
}

/** "Anna, Bo and Cy". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(locales[spokenLanguage()]).format(items)
}

/** How many digits of a currency are behind the point: 2 for USD, 0 for JPY. */
function fractionDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** $1,234.50, of an amount in the currency's minor unit. */
export function formatMoney(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat(locales[spokenLanguage()], { style: 'currency', currency })
  return format.format(amountMinor / 10 ** fractionDigits(currency))
}

/** 8 November 2025 on the clocks of a timezone. */
export function formatDay(at: string, timezone: string): string {
  return new Intl.DateTimeFormat(locales[spokenLanguage()], {
    dateStyle: 'long',
    timeZone: timezone,
  }).format(new Date(at))
}
