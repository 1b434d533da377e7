import type { Interval } from '@muster/contract/plans.ts'

const monthsOf: Record<Interval, number> = { month: 1, year: 12 }

interface Prices {
  priceMonthlyMinor: number | null
  priceYearlyMinor: number | null
}

/**
 * Returns the price of one seat, or of the whole plan if it is not priced per seat; null if it is not sold by this
 * interval.
 */
export function unitPrice(terms: Prices, interval: Interval): number | null {
  return interval === 'month' ? terms.priceMonthlyMinor : terms.priceYearlyMinor
}

export function isFree({ priceMonthlyMinor, priceYearlyMinor }: Prices): boolean {
  const prices = [priceMonthlyMinor, priceYearlyMinor].filter((price) => price !== null)
  return prices.length > 0 && prices.every((price) => price === 0)
}

/** Returns the price of a whole interval with all seats. */
export function amountOf(terms: Prices, interval: Interval, seats: number | null): number {
  return (unitPrice(terms, interval) ?? 0) * (seats ?? 1)
}

interface Period {
  start: string
  end: string
}

/** Returns the share of the price for the rest of a period, in whole minor units. */
export function prorate(amountMinor: number, { start, end }: Period, at: string): number {
  const [from, to, now] = [start, end, at].map((time) => Date.parse(time)) as [number, number, number]
  const rest = Math.min(Math.max((to - now) / (to - from), 0), 1)
  return Math.round(amountMinor * rest)
}

/** Adds months, keeping the day, or using the last day of a shorter month. */
function addMonths(anchor: string, months: number): string {
  const from = new Date(anchor)
  const to = new Date(anchor)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to.toISOString()
}

/** Returns the first period end after `after`, counted from the anchor. */
export function periodEndAfter(anchor: string, interval: Interval, after: string): string {
  const months = monthsOf[interval]
  const [from, to] = [new Date(anchor), new Date(after)]
  const passed = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  for (let count = Math.max(Math.floor(passed / months), 1); ; count += 1) {
    const end = addMonths(anchor, count * months)
    if (end > after) return end
  }
}
