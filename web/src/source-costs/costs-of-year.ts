import { t } from '@lingui/core/macro'
import { maxMinor } from '@muster/contract/plans.ts'
import { listSourceCosts } from '@muster/contract/source-costs.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryClient, type RowOf } from '../api/query.ts'
import { formatLocale } from '../texts/language.ts'
import { digitsOf } from '../ui/money.ts'
import { numberText, parseNumber } from '../ui/typed-number.ts'

export type SourceCost = RowOf<typeof listSourceCosts>

/** The months of a year, as the API names them. */
export function monthsOf(year: number): string[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
}

/** Formats a month: Mar, or with its year: March 2026. */
export function monthName(month: string, withYear = false): string {
  const format = new Intl.DateTimeFormat(formatLocale(), {
    timeZone: 'UTC',
    ...(withYear ? { month: 'long', year: 'numeric' } : { month: 'short' }),
  })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}

/** Returns the query of all costs of a year, page after page. */
export function costsOfYear(year: number) {
  return queryOptions({
    queryKey: [listSourceCosts.name, 'year', year],
    queryFn: async ({ signal }) => {
      const months = monthsOf(year)
      const costs: SourceCost[] = []
      let cursor: string | undefined
      do {
        const query = { from: months[0], to: months[11], limit: 200, cursor }
        const page = await call(listSourceCosts, { query }, { signal })
        costs.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return costs
    },
  })
}

/** Replaces the cost of a month in what is shown; null if it was deleted. A year not loaded yet is read whole. */
export function showCost(
  year: number,
  { source, month }: Pick<SourceCost, 'source' | 'month'>,
  cost: SourceCost | null,
) {
  queryClient.setQueryData(
    costsOfYear(year).queryKey,
    (costs: SourceCost[] | undefined) =>
      costs && [
        ...costs.filter((each) => each.source !== source || each.month !== month),
        ...(cost ? [cost] : []),
      ],
  )
}

/** Formats an amount for a field, with all of its digits so that a column is aligned. */
export function amountText(minor: number, currency: string): string {
  const digits = digitsOf(currency)
  const format = new Intl.NumberFormat(formatLocale(), { useGrouping: false, minimumFractionDigits: digits })
  return format.format(minor / 10 ** digits)
}

/**
 * Reads an amount as people type it.
 * @returns minor units, or what is wrong in a sentence
 */
export function readAmount(text: string, currency: string): number | string {
  const number = parseNumber(text)
  const example = numberText(1250.5)
  if (number === null) return t`Enter an amount, such as ${example}`
  if (number < 0) return t`Enter an amount of 0 or more`
  const minor = Math.round(number * 10 ** digitsOf(currency))
  if (minor > maxMinor) return t`Enter a smaller amount`
  return minor
}

/** Adds up costs by currency, the currency of most costs first. */
export function sumsOf(costs: readonly SourceCost[]): { minor: number; currency: string }[] {
  const groups = [...Map.groupBy(costs, ({ amount }) => amount.currency)]
  return groups
    .sort((one, other) => other[1].length - one[1].length)
    .map(([currency, of]) => ({ currency, minor: of.reduce((sum, { amount }) => sum + amount.minor, 0) }))
}
