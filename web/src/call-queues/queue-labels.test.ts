import { describe, expect, it } from 'vitest'
import { callingHoursText } from './calling-hours-text.ts'
import { delaysOf, readDelays } from './delay-fields.tsx'
import { draftsOf, readQuestions } from './question-fields.tsx'
import {
  delaysText,
  formatDelay,
  groupText,
  halfHours,
  questionsText,
  readyText,
  rulesText,
} from './queue-labels.ts'
import type { CallQueue, QueueGroup } from './queue-queries.ts'

const plain = (text: string | null) => text?.replaceAll('\u202f', ' ') ?? null

const group: QueueGroup = {
  reason: 'outside_hours',
  state: 'waiting',
  count: 2,
  readyAt: '2026-11-27T14:00:00.000Z',
  timezone: 'America/New_York',
  triedIn: null,
  closed: null,
}

const rules = {
  callFrom: 540,
  callTo: 1200,
  breaks: [],
  weekdays: [1, 2, 3, 4, 5],
  skipHolidays: false,
  maxTries: 5,
  triesPerDay: 2,
  laterHours: [],
  minutesAfter: {},
  otherTimeOfDay: false,
  questions: [],
} as never as CallQueue

describe('why a group is not called now', () => {
  it('is when its hours open, on the clock of its people', () => {
    const now = Date.parse('2026-11-27T08:00:00.000Z')
    expect(plain(groupText(group, now))).toBe('Opens 9:00 AM in New York')
    expect(plain(groupText({ ...group, timezone: 'America/Denver' }, now))).toBe('Opens 7:00 AM in Denver')
  })

  it('names the day on which its hours open, unless that is today where its people are', () => {
    // Thursday evening in New York.
    expect(plain(groupText(group, Date.parse('2026-11-27T02:00:00.000Z')))).toBe(
      'Opens Fri 9:00 AM in New York',
    )
  })

  it('is its reason where no hours open, or nobody knows when', () => {
    expect(groupText({ ...group, reason: 'tried_recently' })).toBe('Called recently')
    expect(groupText({ ...group, readyAt: null })).toBe('Outside calling hours')
    expect(groupText({ ...group, timezone: null })).toBe('Outside calling hours')
  })

  it.each([
    ['2026-11-27T16:59:00.000Z', 'next try in the morning in New York'],
    ['2026-11-27T17:00:00.000Z', 'next try in the afternoon in New York'],
    ['2026-11-27T21:59:00.000Z', 'next try in the afternoon in New York'],
    ['2026-11-27T22:00:00.000Z', 'next try in the evening in New York'],
  ])('is the time of day of the last try, and of the next at %s', (readyAt, next) => {
    const tried = { ...group, reason: 'tried_this_time_of_day', triedIn: 'morning', readyAt } as const
    expect(groupText(tried)).toBe(`Last called in the morning · ${next}`)
    expect(groupText({ ...tried, timezone: null })).toBe('Last called in the morning')
  })

  it('has a time only while its people wait', () => {
    expect(readyText(group)).toMatch(/^From /)
    expect(readyText({ ...group, state: 'blocked' })).toBeNull()
    expect(readyText({ ...group, readyAt: null })).toBeNull()
  })
})

describe('the rules of a queue', () => {
  it('name the hours, the days and the tries', () => {
    expect(plain(rulesText(rules))).toBe(
      '9:00 AM to 8:00 PM on the candidate’s clock, Monday to Friday · up to 5 tries, 2 a day',
    )
    expect(rulesText({ ...rules, weekdays: [1, 2, 3, 4, 5, 6, 7] })).toContain('every day')
    expect(rulesText({ ...rules, weekdays: [1, 3] })).toContain('Mon, Wed')
    expect(rulesText({ ...rules, weekdays: [2, 3, 4, 5, 6] })).not.toContain('Monday to Friday')
    expect(rulesText({ ...rules, skipHolidays: true })).toContain('not on public holidays')
    expect(plain(rulesText({ ...rules, breaks: [{ from: 720, to: 780 }] }))).toContain(
      '9:00 AM to 12:00 PM, 1:00 PM to 8:00 PM on the candidate’s clock',
    )
    expect(rulesText({ ...rules, maxTries: 1 })).toContain('up to 1 try,')
  })

  it('name delays in their largest whole unit', () => {
    expect([0, 45, 60, 90, 240, 1440, 1500, 2880].map(formatDelay)).toEqual([
      'in 0 hours',
      'in 45 minutes',
      'in 1 hour',
      'in 90 minutes',
      'in 4 hours',
      'in 1 day',
      'in 25 hours',
      'in 2 days',
    ])
    expect(delaysText({ ...rules, minutesAfter: { busy: 45 }, otherTimeOfDay: true })).toBe(
      'Busy: again in 45 minutes · Each try at another time of day',
    )
    expect(delaysText({ ...rules, laterHours: [24, 72], minutesAfter: { busy: 45 } })).toBe(
      'After try 2: again in 1 day · After try 3: again in 3 days · Busy: again in 45 minutes',
    )
    expect(delaysText(rules)).toBe('')
  })

  it('begin and end at half hours, and have no questions by default', () => {
    expect(halfHours[1]! - halfHours[0]!).toBe(30)
    expect(questionsText(rules)).toBe('')
  })
})

describe('the dialog of a queue', () => {
  it('keeps a delay of 0 minutes, and leaves out those that nobody chose', () => {
    const delays = delaysOf({ busy: 0, voicemail: 1440 })
    expect(delays).toEqual({ no_answer: null, voicemail: '1440', busy: '0', declined: null })
    expect(readDelays(delays)).toEqual({ busy: 0, voicemail: 1440 })
  })

  it('sends questions in their order, blank words as none', () => {
    const drafts = draftsOf([
      { fieldId: 'b', label: 'B', subject: 'call', state: 'asked', text: null },
      { fieldId: 'a', label: 'A', subject: 'call', state: 'asked', text: 'Nights?' },
    ] as never)
    expect(drafts.map(({ text }) => text)).toEqual(['', 'Nights?'])
    expect(readQuestions([drafts[0]!, { ...drafts[1]!, text: '  Days? ' }])).toEqual([
      { fieldId: 'b', text: null },
      { fieldId: 'a', text: 'Days?' },
    ])
  })
})

describe('the hours of a place', () => {
  const hours = { weekdays: { from: 480, to: 1200 }, saturday: { from: 480, to: 1200 }, publicHolidays: true }
  const text = (more: object) => plain(callingHoursText({ ...hours, sunday: null, ...more } as never))

  it('name a day only where it differs from the one before', () => {
    expect(text({})).toBe('8:00 AM to 8:00 PM · Sunday no calls')
    expect(text({ sunday: hours.saturday })).toBe('8:00 AM to 8:00 PM')
    expect(text({ saturday: null })).toBe('8:00 AM to 8:00 PM · Saturday no calls')
    expect(text({ saturday: { from: 480, to: 720 }, sunday: { from: 540, to: 720 } })).toBe(
      '8:00 AM to 8:00 PM · Saturday 8:00 AM to 12:00 PM · Sunday 9:00 AM to 12:00 PM',
    )
    expect(text({ publicHolidays: false })).toContain('public holidays no calls')
  })
})
