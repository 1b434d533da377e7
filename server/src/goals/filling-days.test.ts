import { describe, expect, it } from 'vitest'
import { fillingDays } from './filling-days.ts'
import { forecastHires } from './hires-distribution.ts'

/** As good as certain to be hired, most of them within 10 days and the others within 30. */
const took = [
  { days: 10, n: 60_000 },
  { days: 30, n: 40_000 },
]
const certain = { n: 100_000, hired: 100_000, took }

describe('fillingDays', () => {
  it('takes as long as the hired before them took', () => {
    expect(fillingDays([{ ...certain, count: 1 }], 1)).toEqual({ earliest: 10, middle: 10, latest: 30 })
    expect(fillingDays([{ ...certain, count: 1, took: [{ days: 21, n: 7 }] }], 1)).toEqual({
      earliest: 21,
      middle: 21,
      latest: 21,
    })
  })

  it('is filled later if more are wanted of as many candidates', () => {
    expect(fillingDays([{ ...certain, count: 2 }], 1).middle).toBe(10)
    expect(fillingDays([{ ...certain, count: 2 }], 2).middle).toBe(30)
  })

  it('has no day where the candidates are not enough', () => {
    expect(fillingDays([{ ...certain, count: 1 }], 2)).toEqual({ earliest: null, middle: null, latest: null })
    expect(fillingDays([], 1).earliest).toBeNull()
  })

  it('has no day for a chance that even the end does not have', () => {
    const half = { count: 1, n: 40, hired: 20, took: [{ days: 5, n: 20 }] }
    expect(forecastHires([half], 1).chance).toBeCloseTo(0.5, 10)
    expect(fillingDays([half], 1)).toMatchObject({ earliest: 5, latest: null })
  })

  it('reaches a year ahead, and not further', () => {
    const after = (days: number) => fillingDays([{ ...certain, count: 1, took: [{ days, n: 5 }] }], 1).middle
    expect([after(365), after(366)]).toEqual([365, null])
  })

  it('expects no hire in time from a stage from which nobody was hired', () => {
    expect(fillingDays([{ count: 500, n: 12, hired: 0, took: [] }], 1).earliest).toBeNull()
  })
})
