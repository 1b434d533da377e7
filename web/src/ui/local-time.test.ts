import { describe, expect, it } from 'vitest'
import { fromLocalTime, toLocalTime } from './local-time.ts'

describe('toLocalTime and fromLocalTime', () => {
  it('return the same moment, to the minute', () => {
    expect(fromLocalTime(toLocalTime('2026-11-22T15:30:41.000Z'))).toBe('2026-11-22T15:30:00.000Z')
  })

  it('convert an empty field to null', () => {
    expect(toLocalTime(null)).toBe('')
    expect(fromLocalTime('')).toBeNull()
    expect(fromLocalTime('soon')).toBeNull()
    expect(fromLocalTime('', 'America/Chicago')).toBeNull()
  })

  it('take the clock of a timezone', () => {
    expect(fromLocalTime('2026-11-24T09:00', 'America/Chicago')).toBe('2026-11-24T15:00:00.000Z')
    expect(toLocalTime('2026-11-24T15:00:00.000Z', 'America/Chicago')).toBe('2026-11-24T09:00')
    // The clocks skip that hour.
    expect(fromLocalTime('2026-03-08T02:30', 'America/Chicago')).toBeNull()
  })
})
