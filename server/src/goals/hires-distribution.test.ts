import { describe, expect, it } from 'vitest'
import { forecastHires } from './hires-distribution.ts'

describe('forecastHires', () => {
  it('hires nobody of nobody', () => {
    expect(forecastHires([], 1)).toEqual({ low: 0, high: 0, chance: 0 })
    expect(forecastHires([], 0).chance).toBe(1)
  })

  it('is as likely as not for one of whom half of those before were hired', () => {
    const { low, high, chance } = forecastHires([{ count: 1, n: 40, hired: 20 }], 1)
    expect([low, high]).toEqual([0, 1])
    expect(chance).toBeCloseTo(0.5, 10)
  })

  it('is wider the less history there is', () => {
    const [few, many] = [10, 1000].map((n) => forecastHires([{ count: 50, n, hired: n / 2 }], 25))
    expect(few!.high - few!.low).toBeGreaterThan(many!.high - many!.low)
    expect([many!.low, many!.high]).toEqual([20, 30])
  })

  it('is not certain after a history without exceptions', () => {
    expect(forecastHires([{ count: 20, n: 12, hired: 0 }], 1).chance).toBeGreaterThan(0.1)
    expect(forecastHires([{ count: 20, n: 12, hired: 12 }], 20).chance).toBeLessThan(0.9)
  })

  it('has as many hires as people at most, also among thousands', () => {
    const groups = [
      { count: 8000, n: 90_000, hired: 1_800 },
      { count: 900, n: 20_000, hired: 16_000 },
      { count: 3, n: 40, hired: 30 },
    ]
    const { low, high } = forecastHires(groups, 800)
    expect(low).toBeGreaterThan(840)
    expect(high).toBeLessThan(930)
    expect(low).toBeLessThan(high)
  })
})
