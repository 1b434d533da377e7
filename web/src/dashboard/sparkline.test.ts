import { describe, expect, it } from 'vitest'
import { sparklinePath } from './sparkline.tsx'

describe('sparklinePath', () => {
  it('leaves days without data open', () => {
    expect(sparklinePath([1, 1, null, 1, 1])).toBe('M0.0 2.0L50.0 2.0M150.0 2.0L200.0 2.0')
  })

  it('draws a day between two without data as a dot', () => {
    expect(sparklinePath([null, 1, null])).toBe('M100.0 2.0h0.01')
  })

  it('draws zero at the bottom, and nothing without data', () => {
    expect(sparklinePath([0, 0])).toBe('M0.0 26.0L200.0 26.0')
    expect(sparklinePath([null, null])).toBe('')
  })
})
