import { describe, expect, it } from 'vitest'
import { numberText, parseNumber } from './typed-number.ts'

describe('parseNumber', () => {
  it('reads whole numbers, decimals and groups of thousands', () => {
    expect(parseNumber('1204')).toBe(1204)
    expect(parseNumber('1,204.50')).toBe(1204.5)
    expect(parseNumber(' -3.5 ')).toBe(-3.5)
    expect(parseNumber('1 204')).toBe(1204)
  })

  it('returns null for other text, and for a comma that is no group', () => {
    for (const text of ['', 'a', '1,2', '1.2.3', '1e5', '-', '.', '0x1f', '1,2345']) {
      expect(parseNumber(text), text).toBeNull()
    }
  })

  it('reads back what a field shows', () => {
    for (const value of [0, -1, 1_234_567.891, 0.000001]) expect(parseNumber(numberText(value))).toBe(value)
  })
})
