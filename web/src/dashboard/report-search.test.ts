import { startOfDay } from '@muster/contract/local-days.ts'
import { describe, expect, it } from 'vitest'
import { daysBefore, otherOf } from '../analytics/other-search.ts'
import { daysOf, readReportSearch, toReportQuery } from './report-search.ts'

const zone = 'America/Chicago'
const now = Date.parse('2026-06-10T13:00:00Z')

describe('readReportSearch', () => {
  it('leaves out a period there is none of, and days that are none or in the wrong order', () => {
    expect(readReportSearch({ days: '3' }).days).toBeUndefined()
    expect(readReportSearch({ from: '2026-02-30x', to: '2026-03-01' }).from).toBeUndefined()
    expect(readReportSearch({ from: '2026-03-02', to: '2026-03-01' }).to).toBeUndefined()
    expect(readReportSearch({ from: '2026-03-01', to: '2026-03-01' }).to).toBe('2026-03-01')
  })
})

describe('toReportQuery', () => {
  it('leaves the usual period to the server', () => {
    expect(toReportQuery({ days: '28', source: ['Indeed'] }, zone, now)).toEqual({ source: ['Indeed'] })
  })

  it('counts today as one of the days, on the clocks of the workspace, and keeps still within a day', () => {
    const morning = toReportQuery({ days: '7' }, zone, now)
    expect(morning).toEqual({ from: '2026-06-04T05:00:00.000Z', bucket: 'day', unit: 'day' })
    expect(toReportQuery({ days: '7' }, zone, Date.parse('2026-06-11T04:59:00Z'))).toEqual(morning)
  })

  it('takes own days whole, though clocks change within them', () => {
    const query = toReportQuery({ from: '2026-03-08', to: '2026-03-08' }, zone, now)
    expect(query).toMatchObject({ from: '2026-03-08T06:00:00.000Z', to: '2026-03-09T05:00:00.000Z' })
  })

  it('ends now where the last day is today', () => {
    expect(toReportQuery({ from: '2026-06-01', to: '2026-06-10' }, zone, now)).not.toHaveProperty('to')
  })
})

describe('daysOf', () => {
  it.each([
    ['week', '2026-06-08'],
    ['month', '2026-06-01'],
    ['quarter', '2026-04-01'],
    ['year', '2026-01-01'],
  ] as const)('begins this %s where the calendar does', (days, first) => {
    expect(daysOf({ days }, zone, now)).toEqual([first, '2026-06-10'])
    expect(toReportQuery({ days }, zone, now)).toMatchObject({ unit: days })
  })
})

describe('otherOf', () => {
  it('is the period before, which the server knows', () => {
    const other = otherOf({ days: 'month', compare: 'previous' })!
    expect(toReportQuery(other, zone, now)).toEqual({
      from: '2026-06-01T05:00:00.000Z',
      bucket: 'day',
      unit: 'month',
      former: 'true',
    })
    expect(toReportQuery(otherOf({ compare: 'previous' })!, zone, now)).toEqual({ former: 'true' })
  })

  it('offers as many days before as other days', () => {
    expect(daysBefore({ days: '7' }, zone, now)).toEqual(['2026-05-28', '2026-06-03'])
  })

  it('is another position in the same days', () => {
    expect(otherOf({ days: '7', positionId: ['a'], compare: 'position', otherPositionId: 'b' })).toEqual({
      days: '7',
      positionId: ['b'],
      otherPositionId: 'b',
    })
  })

  it('is nothing as long as it is not chosen', () => {
    expect(otherOf({ compare: 'dates' })).toBeUndefined()
  })
})

describe('startOfDay', () => {
  it('is the first moment where clocks are put forward over midnight', () => {
    expect(startOfDay('2026-03-29', 'Asia/Beirut')).toBe('2026-03-28T22:00:00.000Z')
    expect(startOfDay('2026-03-30', 'Asia/Beirut')).toBe('2026-03-29T21:00:00.000Z')
  })

  it('is the first of two midnights where clocks are put back over it', () => {
    expect(startOfDay('2025-11-02', 'America/Havana')).toBe('2025-11-02T04:00:00.000Z')
  })
})
