import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDayIn } from './format-day-in.ts'
import { formatDaysIn } from './format-days-in.ts'

const oslo = 'Europe/Oslo'

beforeEach(() => {
  // 00:30 on 1 January 2027 in Oslo.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T23:30:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the year of a day in a report', () => {
  it('is left out only if it is the current year of the report’s time zone', () => {
    expect(formatDayIn('2026-12-31T23:10:00Z', oslo)).toBe('Jan 1')
    expect(formatDayIn('2026-12-31T22:00:00Z', oslo)).toBe('Dec 31, 2026')
  })

  it('is left out of a period of the current year, which began when it was still last year elsewhere', () => {
    expect(formatDaysIn('2026-12-31T23:00:00Z', '2027-01-12T23:00:00Z', oslo)).toMatch(/^Jan 1\s–\s12$/)
    expect(formatDaysIn('2026-12-30T23:00:00Z', '2026-12-31T23:00:00Z', oslo)).toBe('Dec 31, 2026')
  })
})
