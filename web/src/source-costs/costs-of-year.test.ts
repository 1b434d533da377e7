import { maxMinor } from '@muster/contract/plans.ts'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../api/query.ts'
import {
  amountText,
  costsOfYear,
  monthName,
  monthsOf,
  readAmount,
  type SourceCost,
  showCost,
  sumsOf,
} from './costs-of-year.ts'

const cost = (currency: string, minor: number) => ({ amount: { currency, minor } }) as SourceCost

it('names the twelve months of a year as the API does', () => {
  const months = monthsOf(2026)
  expect([months.length, months[0], months[9], months[11]]).toEqual([12, '2026-01', '2026-10', '2026-12'])
  expect([monthName('2026-03'), monthName('2026-03', true)]).toEqual(['Mar', 'March 2026'])
})

describe('an amount', () => {
  it('is read in the minor units of its currency', () => {
    expect([readAmount('1,250.50', 'EUR'), readAmount('1250', 'JPY'), readAmount('0', 'EUR')]).toEqual([
      125_050, 1250, 0,
    ])
    expect(readAmount('0.29', 'USD')).toBe(29)
  })

  it('is refused with a sentence unless it is a number from 0 to the most that is kept', () => {
    for (const text of ['', 'a lot', '1.2.3'])
      expect(readAmount(text, 'EUR')).toBe('Enter an amount, such as 1250.5')
    expect(readAmount('-1', 'EUR')).toBe('Enter an amount of 0 or more')
    expect(readAmount(String(maxMinor), 'JPY')).toBe(maxMinor)
    expect(readAmount(String(maxMinor + 1), 'JPY')).toBe('Enter a smaller amount')
  })

  it('has all digits of its currency in a field', () => {
    expect([amountText(125_050, 'EUR'), amountText(100_000, 'USD'), amountText(1250, 'JPY')]).toEqual([
      '1250.50',
      '1000.00',
      '1250',
    ])
  })
})

it('adds up costs by currency, the currency of most costs first', () => {
  expect(sumsOf([cost('USD', 90_000), cost('EUR', 100), cost('EUR', 250)])).toEqual([
    { currency: 'EUR', minor: 350 },
    { currency: 'USD', minor: 90_000 },
  ])
  expect(sumsOf([])).toEqual([])
})

it('reads a year whole that was not loaded when one of its costs was saved', () => {
  showCost(2031, { source: 'Fair', month: '2031-04' }, cost('EUR', 100))
  expect(queryClient.getQueryData(costsOfYear(2031).queryKey)).toBeUndefined()
})
