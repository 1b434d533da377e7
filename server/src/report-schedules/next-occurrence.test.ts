import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { lastOccurrence, nextOccurrence, type Timing } from './next-occurrence.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

const daily = (hour: number, timezone: string): Timing => ({
  frequency: 'daily',
  weekdays: [],
  month_day: null,
  hour,
  timezone,
})

async function occurrences(timing: Timing, after: string, many: number): Promise<string[]> {
  const found: string[] = []
  for (let at = after; found.length < many; ) {
    at = await nextOccurrence(server.db, timing, at)
    found.push(at)
  }
  return found
}

describe('nextOccurrence', () => {
  it('keeps the hour of the clock when summer time begins', async () => {
    expect(await occurrences(daily(8, 'Europe/Oslo'), '2026-03-27T12:00:00.000Z', 3)).toEqual([
      '2026-03-28T07:00:00.000Z',
      '2026-03-29T06:00:00.000Z',
      '2026-03-30T06:00:00.000Z',
    ])
  })

  it('is once on the day on which the clocks skip the hour', async () => {
    expect(await occurrences(daily(2, 'Europe/Oslo'), '2026-03-28T12:00:00.000Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ])
  })

  it('is once on the day on which the clocks repeat the hour', async () => {
    expect(await occurrences(daily(2, 'Europe/Oslo'), '2026-10-24T12:00:00.000Z', 2)).toEqual([
      '2026-10-25T01:00:00.000Z',
      '2026-10-26T01:00:00.000Z',
    ])
  })

  it('is after the moment, never at it', async () => {
    expect(await nextOccurrence(server.db, daily(8, 'UTC'), '2026-05-04T08:00:00.000Z')).toBe(
      '2026-05-05T08:00:00.000Z',
    )
  })

  it('is on the chosen weekdays of the timezone, whatever day it is in UTC', async () => {
    const timing = { ...daily(22, 'America/Los_Angeles'), frequency: 'weekly', weekdays: [1, 5] }
    expect(await occurrences(timing, '2026-05-04T12:00:00.000Z', 3)).toEqual([
      '2026-05-05T05:00:00.000Z',
      '2026-05-09T05:00:00.000Z',
      '2026-05-12T05:00:00.000Z',
    ])
  })

  it('is on the last day of months that are shorter', async () => {
    const timing = { ...daily(6, 'UTC'), frequency: 'monthly', month_day: 31 }
    expect(await occurrences(timing, '2026-01-31T06:00:00.000Z', 3)).toEqual([
      '2026-02-28T06:00:00.000Z',
      '2026-03-31T06:00:00.000Z',
      '2026-04-30T06:00:00.000Z',
    ])
  })
})

describe('lastOccurrence', () => {
  it('is the last one that was missed', async () => {
    const missed = { dueAt: '2026-05-01T08:00:00.000Z', until: '2026-05-04T07:59:00.000Z' }
    expect(await lastOccurrence(server.db, daily(8, 'UTC'), missed)).toBe('2026-05-03T08:00:00.000Z')
  })

  it('is the due one if the schedule has none in between', async () => {
    const missed = { dueAt: '2026-05-01T08:00:00.000Z', until: '2026-05-01T08:00:30.000Z' }
    expect(await lastOccurrence(server.db, daily(8, 'UTC'), missed)).toBe('2026-05-01T08:00:00.000Z')
  })
})
