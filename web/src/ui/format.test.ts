import { i18n } from '@lingui/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  formatClock,
  formatDuration,
  formatTimesOfDay,
  formatTotal,
  formatTotalTime,
  formatWhen,
} from './format.ts'

describe('formatDuration', () => {
  it('uses the largest unit', () => {
    expect([20, 60, 3599, 3600, 86_399, 86_400, 3 * 86_400].map(formatDuration)).toEqual([
      '<1 min',
      '1 min',
      '59 min',
      '1 h',
      '23 h',
      '1 d',
      '3 d',
    ])
  })
})

describe('formatTotalTime', () => {
  it('counts minutes, none of which have passed without calls', () => {
    expect([0, 29, 90, 11_040, 73_800].map(formatTotalTime)).toEqual([
      '0 min',
      '0 min',
      '2 min',
      '184 min',
      '1,230 min',
    ])
  })
})

describe('formatClock', () => {
  it('pads the seconds', () => {
    expect(formatClock(192)).toBe('3:12')
    expect(formatClock(5)).toBe('0:05')
  })
})

describe('formatTimesOfDay', () => {
  it("follows the reader's locale", () => {
    expect(formatTimesOfDay('16:10–21:05')).toMatch(/^4:10\sPM–9:05\sPM$/)
  })
})

describe('formatTotal', () => {
  it('marks a total at which the server stopped counting', () => {
    expect(formatTotal({ value: 42, atLeast: false })).toBe('42')
    expect(formatTotal({ value: 42, atLeast: true })).toBe('42+')
  })
})

describe('formatWhen', () => {
  const now = new Date(2026, 10, 21, 12).getTime()

  it('names today, yesterday and tomorrow with the time', () => {
    expect(formatWhen(new Date(2026, 10, 21, 0, 5), now)).toMatch(/^today /)
    expect(formatWhen(new Date(2026, 10, 20, 23, 55), now)).toMatch(/^yesterday /)
    expect(formatWhen(new Date(2026, 10, 22, 9), now)).toMatch(/^tomorrow /)
  })

  it('names the day of anything further away', () => {
    expect(formatWhen(new Date(2026, 10, 18, 9), now)).not.toMatch(/day|morrow/)
  })
})

// The tests run in California.
describe('formatWhen where the clocks change', () => {
  it('names each of the 25 hours of yesterday', () => {
    const now = new Date(2026, 10, 2, 12).getTime()
    expect(formatWhen(new Date(2026, 10, 1, 0, 30), now)).toMatch(/^yesterday /)
  })

  it('names the first hour after a day of 23 hours tomorrow', () => {
    const now = new Date(2026, 2, 8, 12).getTime()
    expect(formatWhen(new Date(2026, 2, 9, 0, 30), now)).toMatch(/^tomorrow /)
  })
})

describe('the language chosen', () => {
  beforeAll(() => i18n.loadAndActivate({ locale: 'de', messages: {} }))
  afterAll(() => {
    i18n.activate('en')
    // The next file in this process must not format in German.
    vi.resetModules()
  })

  it("determines the format of numbers and dates, not the browser's language", async () => {
    vi.resetModules()
    const { formatDay, formatNumber } = await import('./format.ts')
    expect(formatNumber(1234567.5)).toBe('1.234.567,5')
    expect(formatDay(new Date(2020, 2, 8))).toBe('8. März 2020')
  })
})
