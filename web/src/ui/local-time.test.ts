import { describe, expect, it } from 'vitest'
import { fromLocalTime, toLocalTime } from './local-time.ts'

describe('toLocalTime and fromLocalTime', () => {
  it('give back the moment, to the minute', () => {
    expect(fromLocalTime(toLocalTime('2026-11-22T15:30:41.000Z'))).toBe('2026-11-22T15:30:00.000Z')
  })

  it('take an empty field as no moment', () => {
    expect(toLocalTime(null)).toBe('')
    expect(fromLocalTime('')).toBeNull()
    expect(fromLocalTime('soon')).toBeNull()
  })
})
