import type { DayPart } from '@muster/contract/call-queues.ts'
import type { HoursOfDay } from '@muster/contract/calling-breaks.ts'
import { callingHours } from '@muster/contract/calling-breaks.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CallingRule, callingCalendar, placesWithHolidays } from './calling-calendar.ts'
import type { CallingWindow } from './calling-window.ts'
import { dialingCodes } from './dialing-codes.ts'
import { holidayOn, loadHolidays } from './holidays.ts'
import { yearsAround } from './load-calendar.ts'

const everyDay = { ...callingHours, weekdays: [1, 2, 3, 4, 5, 6, 7] }
const [allDay, mornings] = [{ ...callingHours }, { from: 9 * 60, to: 12 * 60 }]

function rule(country: string, state: string | null, more: Partial<CallingRule> = {}): CallingRule {
  return { country, state, weekdays: allDay, saturday: allDay, sunday: allDay, publicHolidays: true, ...more }
}

interface Settings {
  rules?: CallingRule[]
  skipHolidays?: boolean
  window?: CallingWindow
}

function calendar({ rules = [], skipHolidays = false, window = everyDay }: Settings) {
  return callingCalendar({ window, skipHolidays, rules, workspaceZone: 'Europe/Berlin' })
}

const closureOf = (settings: Settings, code: string, at: string) =>
  calendar(settings).closureOf(code, new Date(at))

beforeAll(async () => {
  await loadHolidays(placesWithHolidays(true, []), [2026, 2027], ['US'])
})

describe('public holidays', () => {
  const skip = { skipHolidays: true }
  const thanksgiving = '2026-11-26T18:00:00Z'

  it('close a queue that leaves people alone then, with the name of the day', () => {
    expect(closureOf(skip, '+1212', thanksgiving)).toMatchObject({
      reason: 'public_holiday',
      place: { country: 'US', state: null },
      holiday: { en: 'Thanksgiving Day' },
    })
  })

  it('close no other queue, and no other country', () => {
    expect(closureOf({}, '+1212', thanksgiving)).toBeNull()
    expect(closureOf(skip, '+49', thanksgiving)).toBeNull()
  })

  it('are those of two years around New Year: the local day may be the one before, and an opening days ahead', () => {
    const years = (day: string) => yearsAround(new Date(`${day}T12:00:00Z`))
    expect([years('2026-12-20'), years('2026-12-22'), years('2027-01-01'), years('2027-01-03')]).toEqual([
      [2026],
      [2026, 2027],
      [2026, 2027],
      [2027],
    ])
  })

  it('have their names in the language of the reader', () => {
    expect(closureOf(skip, '+49', '2026-10-03T10:00:00Z')).toMatchObject({
      holiday: { de: 'Tag der Deutschen Einheit', en: 'National Holiday' },
    })
  })

  it('of one state close only that state', () => {
    // The day after Thanksgiving is a holiday in Texas, and not in New York.
    const at = '2026-11-27T18:00:00Z'
    expect(closureOf(skip, '+1512', at)).toMatchObject({
      reason: 'public_holiday',
      place: { country: 'US', state: 'TX' },
    })
    expect(closureOf(skip, '+1212', at)).toBeNull()
  })

  it('of the country count in a state only if the state has them', () => {
    // Columbus Day is none in California.
    const at = '2026-10-12T19:00:00Z'
    expect(closureOf(skip, '+1512', at)?.reason).toBe('public_holiday')
    expect(closureOf(skip, '+1415', at)).toBeNull()
  })

  it('of a state close nobody whose number does not show the state', () => {
    // Reformation Day is a holiday in some states of Germany.
    expect(closureOf(skip, '+49', '2026-10-31T10:00:00Z')).toBeNull()
  })

  it('count by the date of the person', () => {
    // In Honolulu Christmas begins when it is over in Auckland.
    const at = '2026-12-25T20:00:00Z'
    expect(closureOf(skip, '+1808', at)?.reason).toBe('public_holiday')
    expect(closureOf(skip, '+1808', '2026-12-24T20:00:00Z')).toBeNull()
  })

  it('of any country that shares a code count', () => {
    // 16 December is a holiday in Kazakhstan, and not in Russia. Between Kaliningrad and Kamchatka no hour is open for both.
    const day = calendar(skip).closureOf('+7', new Date('2026-12-16T10:00:00Z'))
    expect(day).toMatchObject({ reason: 'public_holiday', place: { country: 'KZ' } })
  })

  it('of several days are each of them', async () => {
    await loadHolidays(['SA'], [2026])
    const days = [20, 21, 22].map((day) => holidayOn('SA', `2026-03-${day}`)?.en)
    expect(new Set(days).size).toBe(1)
    expect(days[0]).toBeTruthy()
  })

  it('on which the clocks change are one day', async () => {
    await loadHolidays(['DE-SN', 'PL'], [2027])
    // Reformation Day has 25 hours in 2027, and Easter Sunday 23.
    expect(holidayOn('DE-SN', '2027-10-31')).toBeTruthy()
    expect(holidayOn('DE-SN', '2027-11-01')).toBeUndefined()
    expect(holidayOn('PL', '2027-03-28')).toBeTruthy()
    expect(holidayOn('PL', '2027-03-30')).toBeUndefined()
  })

  it('are named before the hours of the queue, which are closed too', () => {
    expect(closureOf(skip, '+1212', '2026-11-26T10:00:00Z')?.reason).toBe('public_holiday')
  })

  it('end the next morning, by the clock of the person', () => {
    const opening = calendar(skip).openingOf('+1212', new Date(thanksgiving))
    expect(opening).toMatchObject({ at: '2026-11-27T13:00:00.000Z', timezone: 'America/New_York' })
  })

  it('of the next year are known at the end of this one', () => {
    const opening = calendar(skip).openingOf('+49', new Date('2027-01-01T10:00:00Z'))
    expect(opening?.closure).toMatchObject({ holiday: { en: "New Year's Day" } })
    expect(opening?.at).toBe('2027-01-02T07:00:00.000Z')
  })
})

describe('stricter hours', () => {
  const sundays = rule('US', 'AL', { sunday: null })
  const sunday = '2026-11-29T18:00:00Z'

  it('close the state on a day without calls', () => {
    expect(closureOf({ rules: [sundays] }, '+1205', sunday)).toEqual({
      reason: 'stricter_hours',
      place: { country: 'US', state: 'AL' },
      weekday: 7,
      hours: null,
    })
  })

  it('leave other days and other states as the queue says', () => {
    expect(closureOf({ rules: [sundays] }, '+1205', '2026-11-28T18:00:00Z')).toBeNull()
    expect(closureOf({ rules: [sundays] }, '+1212', sunday)).toBeNull()
  })

  it('hold to the minute, on the clock of the person', () => {
    const rules = [rule('US', 'AL', { weekdays: { from: 9 * 60, to: 20 * 60 } })]
    const reason = (at: string) => closureOf({ rules }, '+1205', at)?.reason ?? null
    expect(reason('2026-11-23T14:59:59Z')).toBe('stricter_hours')
    expect(reason('2026-11-23T15:00:00Z')).toBeNull()
    expect(reason('2026-11-24T01:59:59Z')).toBeNull()
    expect(reason('2026-11-24T02:00:00Z')).toBe('stricter_hours')
  })

  it('follow the clock when it changes', () => {
    const rules = [rule('US', 'TX', { sunday: { from: 12 * 60, to: 21 * 60 } })]
    const opening = (at: string) => calendar({ rules }).openingOf('+1512', new Date(at))?.at
    expect(opening('2026-10-25T15:00:00Z')).toBe('2026-10-25T17:00:00.000Z')
    expect(opening('2026-11-01T15:00:00Z')).toBe('2026-11-01T18:00:00.000Z')
  })

  it('never widen the hours of the queue', () => {
    const window = { ...everyDay, from: 10 * 60 }
    expect(closureOf({ rules: [sundays], window }, '+1205', '2026-11-23T15:30:00Z')?.reason).toBe(
      'outside_hours',
    )
  })

  it('of the country and of the state must both allow the call', () => {
    const rules = [
      rule('US', null, { weekdays: mornings }),
      rule('US', 'AL', { weekdays: { from: 600, to: 1260 } }),
    ]
    const reason = (at: string) => closureOf({ rules }, '+1205', at)
    expect(reason('2026-11-23T15:30:00Z')).toMatchObject({ place: { state: 'AL' } })
    expect(reason('2026-11-23T16:30:00Z')).toBeNull()
    expect(reason('2026-11-23T18:30:00Z')).toMatchObject({ place: { country: 'US', state: null } })
  })

  it('must hold in both zones of a number that may be in two', () => {
    // Nebraska has two zones: in one of them Sunday is over, in the other it is not.
    const rules = [rule('US', 'NE', { weekdays: { from: 480, to: 1200 } })]
    const reason = (at: string) => closureOf({ rules }, '+1308', at)?.reason ?? null
    expect(reason('2026-11-24T01:30:00Z')).toBeNull()
    expect(reason('2026-11-24T02:30:00Z')).toBe('stricter_hours')
    expect(reason('2026-11-23T14:30:00Z')).toBe('outside_hours')
    expect(reason('2026-11-23T15:00:00Z')).toBeNull()
  })

  it('of any state hold where the number does not show the state', () => {
    const rules = [rule('DE', 'BY', { saturday: null }), sundays]
    expect(closureOf({ rules }, '+49', '2026-11-28T10:00:00Z')).toMatchObject({ place: { state: 'BY' } })
    expect(closureOf({ rules }, '+1999', '2026-11-29T10:00:00Z')).toMatchObject({ place: { state: 'AL' } })
    expect(closureOf({ rules }, '+43', '2026-11-28T10:00:00Z')).toBeNull()
  })

  it('may forbid calls on public holidays, whatever the queue says', () => {
    const rules = [rule('US', 'AL', { publicHolidays: false })]
    const thanksgiving = '2026-11-26T18:00:00Z'
    expect(closureOf({ rules }, '+1205', thanksgiving)).toMatchObject({
      reason: 'public_holiday',
      holiday: { en: 'Thanksgiving Day' },
    })
    expect(closureOf({ rules }, '+1212', thanksgiving)).toBeNull()
    expect(closureOf({ rules }, '+1205', '2026-11-25T18:00:00Z')).toBeNull()
  })

  it('of a country forbid the holidays of its states', () => {
    const rules = [rule('US', null, { publicHolidays: false })]
    expect(closureOf({ rules }, '+1512', '2026-11-27T18:00:00Z')).toMatchObject({ place: { state: 'TX' } })
    expect(closureOf({ rules }, '+1212', '2026-11-27T18:00:00Z')).toBeNull()
  })

  it('that forbid every hour never open', () => {
    const rules = [rule('US', 'AL', { weekdays: null, saturday: null, sunday: null })]
    expect(calendar({ rules }).openingOf('+1205', new Date(sunday))?.at).toBeNull()
  })
})

describe('sortCodes', () => {
  it('has each closed code once, by its reason', () => {
    const settings = { skipHolidays: true, rules: [rule('GB', null, { weekdays: mornings })] }
    const at = new Date('2026-11-26T15:30:00Z')
    const { closed, known } = calendar(settings).sortCodes(at)
    expect(closed.get('public_holiday')).toEqual(expect.arrayContaining(['+1212', '+1512']))
    expect(closed.get('stricter_hours')).toEqual(['+44'])
    expect(closed.get('outside_hours')).toContain('+81')
    const all = [...closed.values()].flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all).not.toContain('+49')
    expect(known).toEqual(expect.arrayContaining([...all, '+49']))
  })

  it('decides by the clock of the workspace for unknown codes', () => {
    const others = (at: string) => calendar({}).sortCodes(new Date(at)).others
    expect(others('2026-11-23T15:30:00Z')).toBeNull()
    expect(others('2026-11-23T22:30:00Z')).toBe('outside_hours')
  })
})

describe('parts of the day', () => {
  const weekdays = { window: { from: 9 * 60, to: 19 * 60, weekdays: [1, 2, 3, 4, 5] } }
  const opening = (settings: Settings, at: string, triedIn: DayPart, code = '+1303') =>
    calendar(settings).openingOf(code, new Date(at), triedIn)

  it('keep people waiting for another one than that of their last call', () => {
    expect(opening(weekdays, '2026-11-23T17:00:00Z', 'morning')).toEqual({
      at: '2026-11-23T19:00:00.000Z',
      timezone: 'America/Denver',
      closure: { reason: 'tried_this_time_of_day', part: 'morning' },
    })
    expect(opening(weekdays, '2026-11-23T17:00:00Z', 'evening')).toBeNull()
  })

  it('begin at noon and at 17:00', () => {
    const reason = (at: string, triedIn: DayPart) => opening(weekdays, at, triedIn)?.closure.reason
    expect(reason('2026-11-23T18:59:00Z', 'morning')).toBe('tried_this_time_of_day')
    expect(reason('2026-11-23T19:00:00Z', 'morning')).toBeUndefined()
    expect(reason('2026-11-23T23:59:00Z', 'afternoon')).toBe('tried_this_time_of_day')
    expect(reason('2026-11-24T00:00:00Z', 'afternoon')).toBeUndefined()
  })

  it('open on the next day of the queue after an evening', () => {
    // Friday, 18:00 in Denver.
    expect(opening(weekdays, '2026-11-28T01:00:00Z', 'evening')?.at).toBe('2026-11-30T16:00:00.000Z')
  })

  it('open later than the hours for those who were called in the first one', () => {
    expect(opening(weekdays, '2026-11-23T12:00:00Z', 'morning')).toMatchObject({
      at: '2026-11-23T19:00:00.000Z',
      closure: { reason: 'outside_hours' },
    })
  })

  it('make no difference while the queue calls in one alone', () => {
    const mornings = { window: { from: 9 * 60, to: 12 * 60, weekdays: [1, 2, 3, 4, 5] } }
    expect(opening(mornings, '2026-11-23T17:00:00Z', 'morning')).toBeNull()
    expect(opening(mornings, '2026-11-23T20:00:00Z', 'morning')?.at).toBe('2026-11-24T16:00:00.000Z')
  })

  it('make no difference where a state allows calls in one alone', () => {
    const day = { from: 9 * 60, to: 12 * 60 }
    const rules = [rule('US', 'CO', { weekdays: day, saturday: null, sunday: null })]
    expect(opening({ ...weekdays, rules }, '2026-11-23T17:00:00Z', 'morning')).toBeNull()
    expect(calendar({ ...weekdays, rules }).clocksOf(new Date('2026-11-23T17:00:00Z'))['+1303']).toBeNull()
  })

  it('follow the clock of each place', () => {
    const offsets = calendar(weekdays).clocksOf(new Date('2026-11-23T17:00:00Z'))
    expect([offsets['+1303'], offsets['+49'], offsets['+91'], offsets['']]).toEqual([-420, 60, 330, 60])
  })
})

describe('a break', () => {
  const weekdays = { from: 9 * 60, to: 17 * 60, weekdays: [1, 2, 3, 4, 5] }
  const lunch = { ...weekdays, breaks: [{ from: 12 * 60, to: 13 * 60 }] }
  const open = (settings: Settings, at: string) => calendar(settings).isOpen('+1303', new Date(at), null)

  it('closes a queue to the minute, and says when it opens again', () => {
    // Denver is seven hours behind UTC.
    const window = { window: lunch }
    expect(open(window, '2026-11-23T18:59:59Z')).toBe(true)
    expect(open(window, '2026-11-23T19:00:00Z')).toBe(false)
    expect(open(window, '2026-11-23T19:59:59Z')).toBe(false)
    expect(open(window, '2026-11-23T20:00:00Z')).toBe(true)
    expect(calendar(window).openingOf('+1303', new Date('2026-11-23T19:10:00Z'))).toEqual({
      at: '2026-11-23T20:00:00.000Z',
      timezone: 'America/Denver',
      closure: { reason: 'outside_hours' },
    })
  })

  it('of a state closes its people, in any queue', () => {
    const rules = [rule('US', 'CO', { weekdays: { ...allDay, breaks: lunch.breaks } })]
    expect(open({ rules }, '2026-11-23T18:59:59Z')).toBe(true)
    expect(calendar({ rules }).openingOf('+1303', new Date('2026-11-23T19:10:00Z'))).toMatchObject({
      at: '2026-11-23T20:00:00.000Z',
      closure: { reason: 'stricter_hours', hours: { breaks: lunch.breaks } },
    })
    expect(calendar({ rules }).closureOf('+1212', new Date('2026-11-23T17:10:00Z'))).toBeNull()
  })

  it('that takes a whole part of the day leaves no other part to wait for', () => {
    const window = { ...weekdays, to: 17 * 60 + 5, breaks: [{ from: 11 * 60, to: 17 * 60 + 1 }] }
    const hours = calendar({ window })
    expect(hours.isOpen('+1303', new Date('2026-11-23T17:00:00Z'), 'morning')).toBe(true)
    expect(calendar({ window: lunch }).isOpen('+1303', new Date('2026-11-23T17:00:00Z'), 'morning')).toBe(
      false,
    )
  })
})

describe('a calendar', () => {
  /** Hours with up to three breaks, or without any. */
  const span: fc.Arbitrary<HoursOfDay> = fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 480, max: 1260 }), { minLength: 2, maxLength: 8 }),
      fc.constantFrom(0, 1, 2, 3),
    )
    .map(([minutes, most]) => {
      const [from, ...ends] = minutes.sort((a, b) => a - b) as [number, ...number[]]
      const to = ends.pop()!
      const breaks = Array.from({ length: Math.min(most, Math.floor(ends.length / 2)) }, (_, index) => ({
        from: ends[2 * index]!,
        to: ends[2 * index + 1]!,
      }))
      return { from, to, breaks }
    })
  const hours = fc.option(span)
  const place = fc.constantFrom(
    { country: 'US', state: null },
    { country: 'US', state: 'AL' },
    { country: 'US', state: 'TX' },
    { country: 'US', state: 'NE' },
    { country: 'CA', state: null },
    { country: 'DE', state: null },
    { country: 'GB', state: null },
  )
  const anyRule = fc
    .tuple(place, hours, hours, hours, fc.boolean())
    .map(([where, weekdays, saturday, sunday, publicHolidays]) => ({
      ...{ ...where, weekdays, saturday, sunday, publicHolidays },
    }))
  const window = fc
    .tuple(span, fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }))
    .map(([hours, weekdays]) => ({ ...hours, weekdays }))
  const moment = fc.integer({ min: 0, max: 2 * 365 * 24 * 60 - 1 })
  const code = fc.constantFrom(
    '+1205',
    '+1512',
    '+1308',
    '+1212',
    '+1604',
    '+1999',
    '+49',
    '+44',
    '+7',
    '+8835',
  )

  /** The hour on a wall in a zone, by another way than the calendar's. */
  function wall(zone: string, at: Date) {
    const [date, time] = at.toLocaleString('sv-SE', { timeZone: zone }).split(' ') as [string, string]
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7
    return { date, weekday, minutes: Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) }
  }

  const inBreak = ({ breaks = [] }: HoursOfDay, minutes: number) =>
    breaks.some(({ from, to }) => from <= minutes && minutes < to)

  it('opens nobody outside the window, in a break, on a holiday or against a rule, wherever they may be', () => {
    fc.assert(
      fc.property(
        window,
        fc.array(anyRule, { maxLength: 4 }),
        fc.boolean(),
        code,
        moment,
        (queue, rules, skipHolidays, called, minute) => {
          const at = new Date(Date.UTC(2026, 0, 1) + minute * 60_000)
          if (calendar({ window: queue, rules, skipHolidays }).closureOf(called, at)) return
          const { zones, places } = dialingCodes().get(called) ?? { zones: null, places: [] }
          for (const zone of zones ?? ['Europe/Berlin']) {
            const { date, weekday, minutes } = wall(zone, at)
            expect(minutes >= 480 && minutes < 1260).toBe(true)
            expect(minutes >= queue.from && minutes < queue.to && queue.weekdays.includes(weekday)).toBe(true)
            expect(inBreak(queue, minutes)).toBe(false)
            for (const { country, states } of places) {
              const holidays = (states ?? [null]).map((state) => (state ? `${country}-${state}` : country))
              if (skipHolidays)
                expect(holidays.map((each) => holidayOn(each, date))).toEqual(holidays.map(() => undefined))
              for (const each of rules) {
                if (each.country !== country) continue
                if (each.state && states && !states.includes(each.state)) continue
                const allowed = weekday === 7 ? each.sunday : weekday === 6 ? each.saturday : each.weekdays
                expect(allowed && minutes >= allowed.from && minutes < allowed.to).toBe(true)
                expect(inBreak(allowed!, minutes)).toBe(false)
                if (!each.publicHolidays)
                  expect(
                    (each.state ? [`${country}-${each.state}`] : holidays).map((name) =>
                      holidayOn(name, date),
                    ),
                  ).not.toContainEqual(expect.objectContaining({ en: expect.any(String) }))
              }
            }
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  it('opens in another part of the day than the last call, unless none is open within eight days', () => {
    const partAt = (zone: string, at: Date) => {
      const { minutes } = wall(zone, at)
      return minutes < 720 ? 'morning' : minutes < 1020 ? 'afternoon' : 'evening'
    }
    fc.assert(
      fc.property(
        window,
        fc.array(anyRule, { maxLength: 2 }),
        fc.boolean(),
        code,
        moment,
        fc.constantFrom<DayPart>('morning', 'afternoon', 'evening'),
        (queue, rules, skipHolidays, called, minute, triedIn) => {
          const at = new Date(Date.UTC(2026, 0, 1) + minute * 60_000)
          const zone = dialingCodes().get(called)?.zones?.[0] ?? 'Europe/Berlin'
          const hours = calendar({ window: queue, rules, skipHolidays })
          const { closureOf } = hours
          const quarters = Array.from({ length: 8 * 96 }, (_, ahead) => {
            return new Date((Math.floor(at.getTime() / 900_000) + 1 + ahead) * 900_000)
          }).filter((each) => !closureOf(called, each))
          const others = quarters.filter((each) => partAt(zone, each) !== triedIn)
          const isOpen = !closureOf(called, at) && (partAt(zone, at) !== triedIn || others.length === 0)
          expect(hours.isOpen(called, at, triedIn)).toBe(isOpen)
          const next = (others[0] ?? quarters[0])?.toISOString() ?? null
          expect(hours.openingOf(called, at, triedIn)?.at).toBe(isOpen ? undefined : next)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('knows whether another part of the day is open before a holiday and in hours between quarters', () => {
    const at = (time: string) => new Date(time)
    const monday = { from: 9 * 60, to: 17 * 60, weekdays: [1] }
    // Thanksgiving is on Thursday, November 26: a queue for Thursdays is closed that day.
    const thursdays = calendar({ window: { ...monday, weekdays: [4] }, skipHolidays: true })
    expect(thursdays.isOpen('+1212', at('2026-11-19T19:00:00Z'), 'afternoon')).toBe(true)
    expect(thursdays.isOpen('+1212', at('2026-11-12T19:00:00Z'), 'afternoon')).toBe(false)
    // From 11:46 on, the morning has no quarter at which the hours could open.
    const noon = calendar({ window: { from: 706, to: 13 * 60, weekdays: [1] } })
    expect(noon.isOpen('+1212', at('2026-11-23T17:30:00Z'), 'afternoon')).toBe(true)
  })
})
