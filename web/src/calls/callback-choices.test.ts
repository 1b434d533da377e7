import { describe, expect, it } from 'vitest'
import { callbackChoices } from './callback-choices.ts'

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
