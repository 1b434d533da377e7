import type { Cell, Group, Measured } from '@muster/contract/explore-charts.ts'
import { describe, expect, it } from 'vitest'
import { readExploreSearch } from './explore-search.ts'
import { formatHourOfDay, outcomeText, recipientsText, stateText, timingText } from './schedule-labels.ts'
import { totalOf } from './total-of.ts'
import { formatChange, formatOf, formatTick, formatValue, groupName } from './words.ts'

const plain = (text: string) => text.replaceAll('\u202f', ' ')

const measured = (unit: string, summary?: object) =>
  ({ measure: 'hires', unit, summary }) as never as Measured
const group = (more: Partial<Group>) => ({ key: null, name: null, isOthers: false, ...more }) as Group
const cell = (more: object) =>
  ({ value: 10, n: 20, part: null, isFew: false, previous: null, ...more }) as Cell
const pay = { aggregate: 'average', label: 'Pay', unit: null, currency: 'USD' }

describe('the name of a group', () => {
  it('of those without one says what they lack', () => {
    const without = ['owner', 'source', 'agent', 'queue', 'campaign', 'tag', 'reason', 'position'] as const
    expect(without.map((grouping) => groupName(group({}), grouping))).toEqual([
      'Unassigned',
      'No source',
      'No agent',
      'No call queue',
      'No voice campaign',
      'No tag',
      'No reason given',
      'None',
    ])
  })

  it('of all others is not that of those without one', () => {
    expect(groupName(group({ isOthers: true }), 'owner')).toBe('All others')
  })

  it('of times is the day, the month, the weekday or the hour, in no timezone', () => {
    expect(groupName(group({ key: '2019-03-01' }), 'day')).toBe('Mar 1, 2019')
    expect(groupName(group({ key: '2019-12-30' }), 'week')).toBe('Dec 30, 2019')
    expect(groupName(group({ key: '2019-03-01' }), 'month')).toBe('Mar 2019')
    expect([1, 7].map((key) => groupName(group({ key: String(key) }), 'weekday'))).toEqual([
      'Monday',
      'Sunday',
    ])
    expect(plain(groupName(group({ key: '0' }), 'hour'))).toBe('12 AM')
  })

  it('of this year leaves the year out', () => {
    const year = new Date().getFullYear()
    expect(groupName(group({ key: `${year}-06-15` }), 'day')).toBe('Jun 15')
  })

  it('of something deleted says so', () => {
    expect(groupName(group({ key: 'x' }), 'position')).toBe('Deleted')
    expect(groupName(group({ key: 'x', name: 'Nurse' }), 'position')).toBe('Nurse')
  })
})

describe('a value', () => {
  it('of nobody is a dash, not 0%', () => {
    expect([formatValue(measured('share'), null), formatValue(measured('share'), 0)]).toEqual(['–', '0%'])
  })

  it('has its unit, its currency', () => {
    expect(formatValue(measured('days'), 2.25)).toMatch(/^2\.\d d$/)
    expect(formatValue(measured('hours'), 2)).toBe('2.0 h')
    expect(formatValue(measured('count'), 1234)).toBe('1,234')
    expect(formatValue(measured('count', pay), 125_050)).toBe('$1,250.50')
    expect(formatValue(measured('count', { ...pay, currency: null, unit: 'km' }), 2.346)).toBe('2.35 km')
  })

  it('beside a line is short from 10,000 in the currency’s units, not in cents', () => {
    expect(formatTick(measured('count', pay), 999_900)).toBe('$9,999')
    expect(formatTick(measured('count', pay), 1_250_000)).toBe('$12.5K')
    expect(formatTick(measured('count', { ...pay, currency: 'JPY' }), 9_999)).toBe('¥9,999')
    expect(formatTick(measured('count'), 12_500)).toBe('12,500')
  })

  it('says what it is of', () => {
    expect(formatOf(measured('count'), { n: 60, part: null })).toBe('')
    expect(formatOf(measured('share'), { n: 0, part: 0 })).toBe('')
    expect(formatOf(measured('share'), { n: 60, part: 43 })).toBe('43 of 60')
    expect(formatOf(measured('share'), { n: 60, part: 0 })).toBe('0 of 60')
    expect(formatOf(measured('days'), { n: 60, part: null })).toBe('of 60')
    expect(formatOf(measured('minutes'), { n: 60, part: null })).toBe('60 calls')
  })
})

describe('a change to the period before', () => {
  const previous = (value: number | null, n = 20) => ({ previous: { value, n } })

  it('of a count is the difference, with its sign', () => {
    expect(formatChange(measured('count'), cell(previous(7)))).toBe('+3')
    expect(formatChange(measured('count'), cell(previous(12)))).toBe('−2')
    expect(formatChange(measured('count'), cell(previous(10)))).toBe('0')
    expect(formatChange(measured('count'), cell({ value: 0, ...previous(0) }))).toBe('')
    expect(formatChange(measured('count'), cell({ isFew: true, ...previous(1, 1) }))).toBe('+9')
  })

  it('of a rate is in whole points as they are shown', () => {
    expect(formatChange(measured('share'), cell({ value: 0.506, ...previous(0.494) }))).toBe('+2')
    expect(formatChange(measured('share'), cell({ value: 0.4, ...previous(0.5) }))).toBe('−10')
  })

  it('of a rate or a median is left out where either period has too few', () => {
    for (const unit of ['share', 'days']) {
      expect(formatChange(measured(unit), cell({ value: 0.5, isFew: true, ...previous(0.4) }))).toBe('')
      expect(formatChange(measured(unit), cell({ value: 0.5, ...previous(0.4, 9) }))).toBe('')
      expect(formatChange(measured(unit), cell({ value: 0.5, ...previous(0.4, 10) }))).not.toBe('')
    }
    expect(formatChange(measured('amount', pay), cell({ isFew: true, ...previous(1) }))).toBe('')
  })

  it('of minutes and of sums is shown however few there are', () => {
    expect(formatChange(measured('minutes'), cell({ isFew: true, ...previous(4, 1) }))).toBe('+6.0')
    const sum = measured('amount', { ...pay, aggregate: 'sum' })
    expect(formatChange(sum, cell({ isFew: true, ...previous(20, 1) }))).not.toBe('')
  })

  it('is empty without a period before, or with nobody in either', () => {
    expect(formatChange(measured('count'), cell({}))).toBe('')
    expect(formatChange(measured('share'), cell({ value: null, ...previous(0.4) }))).toBe('')
    expect(formatChange(measured('share'), cell(previous(null)))).toBe('')
  })
})

describe('what a chart counts', () => {
  it('is the total of both periods, without its rows and columns', () => {
    const cells = [
      { row: null, column: null, n: 3, previous: { n: 4 } },
      { row: 0, column: null, n: 2, previous: null },
      { row: null, column: 0, n: 1, previous: null },
    ]
    expect(totalOf({ measures: [{ cells }, { cells: [{ ...cells[0], n: 90 }] }] } as never)).toBe(7)
    expect(totalOf({ measures: [] } as never)).toBe(0)
  })
})

describe('the address of a report', () => {
  const id = '01900000-0000-7000-8000-000000000001'

  it('keeps what it understands and drops the rest', () => {
    expect(
      readExploreSearch({
        measure: 'hires',
        by: ['month', 'candidate.shirt_size', 'owner'],
        of: 'field.pay',
        aggregate: 'median',
        compared: 'no',
        chart: 'nonsense',
        report: 'nonsense',
        pipelineId: [id, 'nonsense'],
        statusType: ['lead', 'a b'],
      }),
    ).toMatchObject({
      measure: 'hires',
      by: ['month', 'candidate.shirt_size'],
      of: 'field.pay',
      aggregate: 'median',
      compared: 'no',
      chart: undefined,
      report: undefined,
      pipelineId: [id],
      statusType: ['lead'],
    })
  })

  it('ends at a moment only if it begins on a day', () => {
    const until = '2026-01-31T10:00:00Z'
    const days = { from: '2026-01-01', to: '2026-01-31' }
    expect(readExploreSearch({ ...days, until }).until).toBe(until)
    expect(readExploreSearch({ until }).until).toBeUndefined()
    expect(readExploreSearch({ ...days, until: '2026-01-31' }).until).toBeUndefined()
    expect(readExploreSearch({ of: 'pay', compared: 'yes' })).toMatchObject({
      of: undefined,
      compared: undefined,
    })
  })
})

describe('a schedule', () => {
  const schedule = { frequency: 'weekly', weekdays: [1, 5], monthDay: 3, hour: 8, timezone: 'Europe/Oslo' }
  const timing = (more: object) => plain(timingText({ ...schedule, ...more } as never))

  it('says on which days it sends, at which hour of which timezone', () => {
    expect(timing({})).toBe('Mon, Fri at 8:00 AM (Europe/Oslo)')
    expect(timing({ frequency: 'monthly' })).toBe('Day 3 of the month at 8:00 AM (Europe/Oslo)')
    expect(timing({ frequency: 'daily' })).toBe('Every day at 8:00 AM (Europe/Oslo)')
    expect(plain(formatHourOfDay(0))).toBe('12:00 AM')
  })

  it('names its only recipient, and counts several', () => {
    const to = (...names: string[]) =>
      recipientsText({ recipients: names.map((name) => ({ user: { name } })) } as never)
    expect([to('Anna'), to('Anna', 'Ben'), to()]).toEqual(['To Anna', 'To 2 recipients', 'To 0 recipients'])
  })

  it('says why a recipient gets nothing', () => {
    const states = ['unsubscribed', 'inactive', 'no_access', 'active']
    expect(states.map((state) => stateText({ state } as never))).toEqual([
      'Unsubscribed',
      'Cannot sign in',
      'May not see this report',
      null,
    ])
  })

  it.each([
    ['sent', 'sent', 'Sent', true],
    ['sent', 'waiting', 'Waiting for the mail server', true],
    ['sent', 'retrying', 'The mail server refused it; another attempt follows', false],
    ['sent', 'canceled', 'Not sent: canceled', false],
    ['empty', 'waiting', 'Waiting: nothing was counted', true],
    ['empty', 'sent', 'Sent: nothing was counted', true],
    ['failed', 'sent', 'Sent: the report failed', false],
    ['failed', 'waiting', 'Waiting: the report failed', false],
    ['pending', null, 'Being created', true],
    ['withdrawn', null, 'Not sent: you could not share it then', false],
    ['no_access', null, 'Not sent: may not see this report', false],
    ['limited', null, 'Not sent: too many reports', false],
    ['unsubscribed', null, 'Not sent: unsubscribed', false],
    ['inactive', null, 'Not sent: cannot sign in', false],
  ])('that ended as %s with an email %s says "%s"', (outcome, mail, text, isMailed) => {
    expect(outcomeText({ outcome, mail } as never, true)).toEqual({ text, isMailed })
  })

  it('that its owner could not share says whose it was to an administrator', () => {
    const { text } = outcomeText({ outcome: 'withdrawn', mail: null } as never, false)
    expect(text).toBe('Not sent: its owner could not share it then')
  })
})
