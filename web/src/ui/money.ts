import { formatLocale } from '../texts/language.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, whole: boolean): Intl.NumberFormat {
  const key = `${currency} ${whole}`
  let format = formats.get(key)
  if (!format) {
    const trailingZeroDisplay = whole ? 'stripIfInteger' : 'auto'
    format = new Intl.NumberFormat(formatLocale(), { style: 'currency', currency, trailingZeroDisplay })
    formats.set(key, format)
  }
  return format
}

/** Returns the number of decimal digits of a currency: 2 for euros, 0 for yen. */
export function digitsOf(currency: string): number {
  try {
    return formatOf(currency, false).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** Formats an amount in minor units as on invoices: $1,490.00. */
export function formatMoney(minor: number, currency: string): string {
  return formatOf(currency, false).format(minor / 10 ** digitsOf(currency))
}

/** Formats a price, without decimals if they are zero: $39. */
export function formatPrice(minor: number, currency: string): string {
  return formatOf(currency, true).format(minor / 10 ** digitsOf(currency))
}

/** Formats amounts in several currencies, which are not added up: $12.40 + €3.10; a dash where there are none. */
export function formatAmounts(amounts: readonly { minor: number; currency: string }[]): string {
  return amounts.length === 0
    ? '–'
    : amounts.map(({ minor, currency }) => formatMoney(minor, currency)).join(' + ')
}
