import { describe, expect, it } from 'vitest'
import { distributionOf } from './spread.ts'

describe('distributionOf', () => {
  it('counts every value once, in equal steps of at most twelve', () => {
    // Tenths of days: 0.5, 9.9, 10 and 119 days.
    const bars = distributionOf(
      new Map([
        [5, 2],
        [99, 1],
        [100, 1],
        [1190, 3],
      ]),
    )
    expect(bars.length).toBeLessThanOrEqual(12)
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(7)
    expect(bars[0]).toEqual({ from: 0, to: 14, count: 4 })
    expect(bars.at(-1)).toEqual({ from: 112, to: 126, count: 3 })
  })

  it('has no step without values', () => {
    expect(distributionOf(new Map())).toEqual([])
  })

  it('puts a value on the edge of a step into the next one', () => {
    expect(distributionOf(new Map([[20, 1]]))).toEqual([
      { from: 0, to: 1, count: 0 },
      { from: 1, to: 2, count: 0 },
      { from: 2, to: 3, count: 1 },
    ])
  })
})
