import { describe, expect, it } from 'vitest'
import { formatDay } from './format.ts'
import { formatNearDay } from './near-day.ts'

describe('formatNearDay', () => {
  const daysAhead = (days: number, hour: number) => {
    const now = new Date()
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
  }

  it('names the day before, the same and the next day, whatever the time', () => {
    for (const hour of [0, 12, 23])
      expect([-1, 0, 1].map((days) => formatNearDay(daysAhead(days, hour)))).toEqual([
        'yesterday',
        'today',
        'tomorrow',
      ])
  })

  it('has the date of anything further away', () => {
    for (const days of [-2, 2]) expect(formatNearDay(daysAhead(days, 9))).toBe(formatDay(daysAhead(days, 9)))
  })
})
