import { addDays } from '@muster/contract/local-days.ts'
import { describe, expect, it } from 'vitest'
import { daysOfPeriod, expectedSoFar, workingDays } from './working-days.ts'

const isWorkingDay = (day: string) => ![0, 6].includes(new Date(day).getUTCDay())

describe('workingDays', () => {
  it('counts Monday to Friday, whatever day it begins and ends', () => {
    for (let start = 0; start < 7; start += 1)
      for (let length = 0; length < 40; length += 1) {
        const first = addDays('2026-03-02', start)
        const days = Array.from({ length }, (_, index) => addDays(first, index))
        expect(workingDays(first, addDays(first, length - 1))).toBe(days.filter(isWorkingDay).length)
      }
  })
})

describe('daysOfPeriod', () => {
  it('has the week from Monday and the whole month, by the clocks of the timezone', () => {
    const sundayNight = Date.parse('2026-03-01T23:30:00Z')
    expect(daysOfPeriod('week', sundayNight, 'UTC')).toEqual({
      first: '2026-02-23',
      last: '2026-03-01',
      today: '2026-03-01',
    })
    expect(daysOfPeriod('week', sundayNight, 'Europe/Berlin')).toMatchObject({ first: '2026-03-02' })
    expect(daysOfPeriod('month', sundayNight, 'America/Chicago')).toMatchObject({
      first: '2026-03-01',
      last: '2026-03-31',
    })
    expect(daysOfPeriod('month', Date.parse('2028-02-10T12:00:00Z'), 'UTC').last).toBe('2028-02-29')
  })
})

describe('expectedSoFar', () => {
  const inWeek = (target: number, today: string) =>
    expectedSoFar(target, { first: '2026-03-02', last: '2026-03-08', today }).expected

  it('asks for the share of the working days that are over, rounded down', () => {
    expect(inWeek(10, '2026-03-02')).toBe(0)
    expect(inWeek(10, '2026-03-03')).toBe(2)
    expect(inWeek(3, '2026-03-03')).toBe(0)
    expect(inWeek(10, '2026-03-06')).toBe(8)
  })

  it('asks for everything at the weekend, since no working day is left', () => {
    expect(inWeek(10, '2026-03-07')).toBe(10)
  })

  it('asks for everything after the last day', () => {
    const weekend = { first: '2026-03-07', last: '2026-03-08' }
    expect(expectedSoFar(3, { ...weekend, today: '2026-03-08' })).toMatchObject({
      expected: 0,
      isOver: false,
    })
    expect(expectedSoFar(3, { ...weekend, today: '2026-03-09' })).toMatchObject({ expected: 3, isOver: true })
  })

  it('asks for everything if the date was before the beginning', () => {
    const days = { first: '2026-03-10', last: '2026-03-01', today: '2026-03-11' }
    expect(expectedSoFar(3, days)).toEqual({ days: 0, daysOver: 0, isOver: true, expected: 3 })
  })
})
