import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timeZonesOfPhone } from '../calls/local-time.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { isOpen, nextOpening } from './calling-window.ts'
import { dialingCodes } from './dialing-codes.ts'

const weekdays = { from: 9 * 60, to: 19 * 60, weekdays: [1, 2, 3, 4, 5] }
const everyDay = { ...weekdays, weekdays: [1, 2, 3, 4, 5, 6, 7] }

describe('isOpen', () => {
  it.each([
    ['2026-11-23T13:59:59Z', false],
    ['2026-11-23T14:00:00Z', true],
    ['2026-11-23T23:59:59Z', true],
    ['2026-11-24T00:00:00Z', false],
  ])('follows the clock of the person to the minute: %s in New York', (at, expected) => {
    expect(isOpen(['America/New_York'], weekdays, new Date(at))).toBe(expected)
  })

  it.each([
    ['2026-11-21T15:00:00Z', 'America/New_York', false],
    ['2026-11-23T00:30:00Z', 'Asia/Tokyo', true],
    ['2026-11-23T00:30:00Z', 'America/New_York', false],
  ])('takes the weekday where the person is: %s in %s', (at, zone, expected) => {
    expect(isOpen([zone], weekdays, new Date(at))).toBe(expected)
  })

  it('needs all possible zones to agree', () => {
    const zones = ['America/New_York', 'America/Los_Angeles']
    expect(isOpen(zones, everyDay, new Date('2026-11-23T16:00:00Z'))).toBe(false)
    expect(isOpen(zones, everyDay, new Date('2026-11-23T17:00:00Z'))).toBe(true)
    expect(isOpen(zones, everyDay, new Date('2026-11-24T00:00:00Z'))).toBe(false)
  })
})

describe('nextOpening', () => {
  const opening = (zones: string[], at: string, window = weekdays) =>
    nextOpening((time) => isOpen(zones, window, time), new Date(at))?.toISOString()

  it('is the next morning, and after a weekend Monday', () => {
    expect(opening(['Europe/Berlin'], '2026-11-24T18:00:00Z')).toBe('2026-11-25T08:00:00.000Z')
    expect(opening(['Europe/Berlin'], '2026-11-27T18:00:00Z')).toBe('2026-11-30T08:00:00.000Z')
  })

  it('follows the clock when it changes in the night', () => {
    expect(opening(['America/New_York'], '2026-10-31T23:30:00Z', everyDay)).toBe('2026-11-01T14:00:00.000Z')
    expect(opening(['America/New_York'], '2026-10-30T23:30:00Z', everyDay)).toBe('2026-10-31T13:00:00.000Z')
  })

  it('is null when the zones never agree', () => {
    const hour = { from: 9 * 60, to: 10 * 60, weekdays: [1] }
    expect(opening(['America/New_York', 'Asia/Tokyo'], '2026-11-24T18:00:00Z', hour)).toBeUndefined()
  })
})

describe('dialing_code', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.stop())

  it.each([
    ['+12125550123', '+1212'],
    ['+18765550123', '+1876'],
    ['+4915112345678', '+49'],
    ['+447911123456', '+44'],
    ['+79161234567', '+7'],
    ['+77011234567', '+7'],
    ['+818012345678', '+81'],
    ['+353851234567', '+353'],
    ['+35312345678', '+353'],
    ['+971501234567', '+971'],
    ['+5511912345678', '+55'],
    ['+61412345678', '+61'],
    ['+64211234567', '+64'],
  ])('of %s is %s, which has the zones of the number', async (phone, expected) => {
    const { rows } = await sql<{ code: string }>`select dialing_code(${phone}) as code`.execute(server.db)
    expect(rows[0]!.code).toBe(expected)
    expect(dialingCodes().get(expected)?.zones).toEqual(expect.arrayContaining([...timeZonesOfPhone(phone)]))
  })

  it('cuts every country code as the phone library does', async () => {
    const codes = [...dialingCodes().keys()].filter((code) => !code.startsWith('+1'))
    const { rows } = await sql<{ code: string; cut: string }>`
      select code, dialing_code(code || '2345678901') as cut from unnest(${codes}::text[]) as code
    `.execute(server.db)
    expect(rows.filter(({ code, cut }) => code !== cut)).toEqual([])
  })
})
