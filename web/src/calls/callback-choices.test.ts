import { describe, expect, it } from 'vitest'
import { callbackChoices, callbackText, ownTimeText } from './callback-choices.ts'

const keysAt = (now: string, timezone: string) =>
  callbackChoices(timezone, Date.parse(now)).map(({ key }) => key)

describe('a callback in an hour', () => {
  it('is offered while the person may be called then', () => {
    // 12:30 in Denver.
    expect(keysAt('2026-03-04T19:30:00Z', 'America/Denver')).toContain('hour')
    // 19:59 in Denver, then 20:59.
    expect(keysAt('2026-03-05T02:59:00Z', 'America/Denver')).toContain('hour')
    // 7:00 in Denver, then 8:00.
    expect(keysAt('2026-03-04T14:00:00Z', 'America/Denver')).toContain('hour')
  })

  it('is not offered when it would be outside of calling hours where the person is', () => {
    // 20:00 in Denver, then 21:00; it is 3:00 in UTC.
    expect(keysAt('2026-03-05T03:00:00Z', 'America/Denver')).not.toContain('hour')
    // 6:59 in Denver.
    expect(keysAt('2026-03-04T13:59:00Z', 'America/Denver')).not.toContain('hour')
  })
})

describe('the time of a callback', () => {
  const now = Date.parse('2026-03-04T18:00:00Z')
  const plain = (text: string | undefined) => text?.replaceAll('\u202f', ' ')
  const textOf = (at: string) => plain(callbackText(at, 'America/Chicago', now))

  it('has the day and the time on the clock of the person', () => {
    expect(textOf('2026-03-04T23:00:00Z')).toBe('Today 5:00 PM')
    // Already March 6 in UTC.
    expect(textOf('2026-03-06T01:30:00Z')).toBe('Tomorrow 7:30 PM')
    expect(textOf('2026-03-09T14:00:00Z')).toBe('Mon 9:00 AM')
    expect(textOf('2026-03-11T14:00:00Z')).toMatch(/^Mar 11(, 2026)? 9:00 AM$/)
  })

  it('is repeated on the clock of the user only where it differs', () => {
    expect(ownTimeText('2026-03-09T14:00:00Z', 'America/Chicago')).toMatch(/7:00\sAM your time$/)
    expect(ownTimeText('2026-03-09T14:00:00Z', 'America/Los_Angeles')).toBeUndefined()
    expect(ownTimeText('2026-03-09T14:00:00Z', null)).toBeUndefined()
  })
})
