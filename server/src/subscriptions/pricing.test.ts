import { describe, expect, it } from 'vitest'
import { amountOf, isFree, periodEndAfter, prorate, unitPrice } from './pricing.ts'

const at = (day: string) => `${day}T10:00:00.000Z`

/** Returns the renewal dates of a subscription from its first day. */
function renewals(began: string, interval: 'month' | 'year', count: number): string[] {
  const days: string[] = []
  for (let last = at(began); days.length < count; days.push(last.slice(0, 10)))
    last = periodEndAfter(at(began), interval, last)
  return days
}

describe('a subscription renews', () => {
  it('on the last day of a shorter month when it started on the 31st, then on the 31st again', () => {
    expect(renewals('2026-01-31', 'month', 5)).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
    ])
  })

  it('on the 29th of February in a leap year when it started on the 30th', () => {
    expect(renewals('2027-12-30', 'month', 3)).toEqual(['2028-01-30', '2028-02-29', '2028-03-30'])
  })

  it('on the same day of each month, across years', () => {
    expect(renewals('2026-11-15', 'month', 3)).toEqual(['2026-12-15', '2027-01-15', '2027-02-15'])
  })

  it('after a year, and on the 28th of February when it started on the 29th', () => {
    expect(renewals('2028-02-29', 'year', 4)).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })

  it('in the next period at the exact end of one, and not before', () => {
    const anchor = at('2026-01-31')
    expect(periodEndAfter(anchor, 'month', at('2026-02-28'))).toBe(at('2026-03-31'))
    expect(periodEndAfter(anchor, 'month', '2026-02-28T09:59:59.999Z')).toBe(at('2026-02-28'))
  })

  it('never on the day it started', () => {
    expect(periodEndAfter(at('2026-05-04'), 'month', at('2026-05-04'))).toBe(at('2026-06-04'))
    expect(periodEndAfter(at('2026-05-04'), 'year', at('2026-05-04'))).toBe(at('2027-05-04'))
  })
})

describe('the unused rest of a period', () => {
  const june = { start: at('2026-06-01'), end: at('2026-07-01') }

  it.each([
    ['everything at its start', '2026-06-01', 3000],
    ['a third before its last ten days', '2026-06-21', 1000],
    ['nothing at its end', '2026-07-01', 0],
    ['nothing after its end', '2026-08-01', 0],
    ['no more than everything before its start', '2026-05-01', 3000],
  ])('is worth %s', (_, day, rest) => {
    expect(prorate(3000, june, at(day))).toBe(rest)
  })

  it('is rounded to the nearest minor unit', () => {
    expect(prorate(100, june, at('2026-06-11'))).toBe(67)
    expect(prorate(100, june, at('2026-06-21'))).toBe(33)
  })
})

describe('a plan', () => {
  const plan = { priceMonthlyMinor: 1000, priceYearlyMinor: 9000 }

  it('costs its price for the interval, times its seats', () => {
    expect([unitPrice(plan, 'month'), unitPrice(plan, 'year')]).toEqual([1000, 9000])
    expect([amountOf(plan, 'month', null), amountOf(plan, 'year', 3)]).toEqual([1000, 27_000])
  })

  it.each([
    [0, 0, true],
    [0, null, true],
    [null, 0, true],
    [0, 9000, false],
    [1000, 0, false],
    [null, null, false],
  ])('of %s a month and %s a year is free: %s', (priceMonthlyMinor, priceYearlyMinor, free) => {
    expect(isFree({ priceMonthlyMinor, priceYearlyMinor })).toBe(free)
  })
})
