import { startOfDay } from '@muster/contract/local-days.ts'
import { daysOf } from '@muster/contract/report-days.ts'
import { describe, expect, it } from 'vitest'
import { comparisonSearch, daysBefore } from '../analytics/comparison-search.ts'
import { readReportSearch, toReportQuery } from './report-search.ts'

const zone = 'America/Chicago'
const now = Date.parse('2026-06-10T13:00:00Z')

describe('readReportSearch', () => {
  it('drops an unknown period, and days that are invalid or reversed', () => {
    expect(readReportSearch({ days: '3' }).days).toBeUndefined()
    expect(readReportSearch({ from: '2026-02-30x', to: '2026-03-01' }).from).toBeUndefined()
    expect(readReportSearch({ from: '2026-03-02', to: '2026-03-01' }).to).toBeUndefined()
    expect(readReportSearch({ from: '2026-03-01', to: '2026-03-01' }).to).toBe('2026-03-01')
  })
})

describe('toReportQuery', () => {
  it('sends nothing for the default period', () => {
    expect(toReportQuery({ days: '28', source: ['Indeed'] }, zone, now)).toEqual({ source: ['Indeed'] })
  })

  it("counts today as one of the days in the workspace's timezone, and is stable within a day", () => {
    const morning = toReportQuery({ days: '7' }, zone, now)
    expect(morning).toEqual({ from: '2026-06-04T05:00:00.000Z', bucket: 'day', unit: 'day' })
    expect(toReportQuery({ days: '7' }, zone, Date.parse('2026-06-11T04:59:00Z'))).toEqual(morning)
  })

  it('covers the whole days of a custom range across a clock change', () => {
    const query = toReportQuery({ from: '2026-03-08', to: '2026-03-08' }, zone, now)
    expect(query).toMatchObject({ from: '2026-03-08T06:00:00.000Z', to: '2026-03-09T05:00:00.000Z' })
  })

  it('ends now if the last day is today', () => {
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
  it('is the previous period, which the server knows', () => {
    const other = comparisonSearch({ days: 'month', compare: 'previous' })!
    expect(toReportQuery(other, zone, now)).toEqual({
      from: '2026-06-01T05:00:00.000Z',
      bucket: 'day',
      unit: 'month',
      former: 'true',
    })
    expect(toReportQuery(comparisonSearch({ compare: 'previous' })!, zone, now)).toEqual({ former: 'true' })
  })

  it('offers a custom range of the same length right before', () => {
    expect(daysBefore({ days: '7' }, zone, now)).toEqual(['2026-05-28', '2026-06-03'])
  })

  it('is another position in the same days', () => {
    expect(
      comparisonSearch({ days: '7', positionId: ['a'], compare: 'position', otherPositionId: 'b' }),
    ).toEqual({
      days: '7',
      positionId: ['b'],
      otherPositionId: 'b',
    })
  })

  it('is undefined without a comparison', () => {
    expect(comparisonSearch({ compare: 'dates' })).toBeUndefined()
  })
})

describe('startOfDay', () => {
  it('is the first moment of the day when clocks go forward at midnight', () => {
    expect(startOfDay('2026-03-29', 'Asia/Beirut')).toBe('2026-03-28T22:00:00.000Z')
    expect(startOfDay('2026-03-30', 'Asia/Beirut')).toBe('2026-03-29T21:00:00.000Z')
  })

  it('is the first of two midnights when clocks go back at midnight', () => {
    expect(startOfDay('2025-11-02', 'America/Havana')).toBe('2025-11-02T04:00:00.000Z')
  })
})
