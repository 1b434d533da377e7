import { describe, expect, it } from 'vitest'
import {
  fieldsOf,
  pick,
  readCost,
  readFlag,
  readNumber,
  readSeconds,
  readText,
  readTime,
  readWebAddress,
} from './read-values.ts'

describe('the fields of a report', () => {
  it('are found by their names without case, underscores and hyphens', () => {
    const fields = fieldsOf({ Call_ID: 'a', 'end-reason': 'b' })
    expect(pick(fields, 'callId')).toBe('a')
    expect(pick(fields, 'end_reason')).toBe('b')
  })

  it('are the first of those with one name, and of the names asked for, that have a value', () => {
    const fields = fieldsOf({ callId: '', call_id: 'a', 'call-id': 'b', id: null, number: 0 })
    expect(pick(fields, 'call_id')).toBe('a')
    expect(pick(fields, 'id', 'call_id')).toBe('a')
    expect(pick(fields, 'number', 'call_id')).toBe(0)
    expect(pick(fields, 'id', 'name')).toBeNull()
  })

  it.each([null, 'text', 12, ['callId'], undefined])('are none in %j', (value) => {
    expect(Object.keys(fieldsOf(value))).toEqual([])
  })

  it('never include inherited properties', () => {
    expect(pick(fieldsOf({}), 'constructor')).toBeNull()
  })
})

describe('a time of a report', () => {
  it.each([
    ['seconds', 1_714_608_475],
    ['milliseconds', 1_714_608_475_000],
    ['microseconds', 1_714_608_475_000_000],
    ['a text of seconds', ' 1714608475 '],
    ['ISO 8601', '2024-05-02T00:07:55Z'],
    ['ISO 8601 of another zone', '2024-05-02T02:07:55+02:00'],
    ['ISO 8601 without a zone', '2024-05-02 00:07:55'],
    ['RFC 2822', 'Thu, 02 May 2024 00:07:55 +0000'],
  ])('is read as %s', (_, value) => {
    expect(readTime(value)).toBe('2024-05-02T00:07:55.000Z')
  })

  it('lies between 2000 and 2200', () => {
    expect(readTime('1999-12-31T23:59:59Z')).toBeNull()
    expect(readTime('2000-01-01T00:00:00Z')).toBe('2000-01-01T00:00:00.000Z')
    expect(readTime('2200-01-01T00:00:00Z')).toBe('2200-01-01T00:00:00.000Z')
    expect(readTime('2200-01-01T00:00:01Z')).toBeNull()
  })

  it('is not read from text that merely contains one', () => {
    expect(readTime('at 2024-05-02T00:07:55')).toBeNull()
  })

  it.each([null, '', ' ', 'tomorrow', {}, true])('is not read from %j', (value) => {
    expect(readTime(value)).toBeNull()
  })
})

describe('a number of a report', () => {
  it.each([
    [12, 12],
    ['12.5', 12.5],
    [' -3 ', -3],
    [0, 0],
  ])('is read from %j', (value, number) => {
    expect(readNumber(value)).toBe(number)
  })

  it.each([null, '', '  ', 'twelve', 'Infinity', [], [1], true])('is not read from %j', (value) => {
    expect(readNumber(value)).toBeNull()
  })
})

describe('the seconds of a call', () => {
  it('are whole, from none to a day', () => {
    expect(readSeconds('15.6')).toBe(16)
    expect(readSeconds(0)).toBe(0)
    expect(readSeconds(-1)).toBeNull()
    expect(readSeconds(86_400)).toBe(86_400)
    expect(readSeconds(86_401)).toBeNull()
    expect(readSeconds(null)).toBeNull()
  })

  it('are read from milliseconds where the provider counts these', () => {
    expect(readSeconds(15_600, 'milliseconds')).toBe(16)
  })
})

describe('the cost of a call', () => {
  it('is in the smallest unit of its currency, and never below zero', () => {
    expect(readCost('-0.03')).toEqual({ minor: 3, currency: 'USD' })
    expect(readCost(1.005, 'eur')).toEqual({ minor: 101, currency: 'EUR' })
    expect(readCost(12, 'JPY')).toEqual({ minor: 12, currency: 'JPY' })
  })

  it('is in dollars if the currency is invalid', () => {
    expect(readCost(1, 'credits')).toEqual({ minor: 100, currency: 'USD' })
    expect(readCost(1, null)).toEqual({ minor: 100, currency: 'USD' })
  })

  it('is at most a million', () => {
    expect(readCost(1e6)).toEqual({ minor: 1e8, currency: 'USD' })
    expect(readCost(1e6 + 1)).toBeNull()
    expect(readCost('free')).toBeNull()
  })
})

describe('a text of a report', () => {
  it('is trimmed and truncated', () => {
    expect(readText('  hello ')).toBe('hello')
    expect(readText('hello', 3)).toBe('hel')
    expect(readText(12)).toBe('12')
  })

  it.each([' ', '', null, {}, true])('is not read from %j', (value) => {
    expect(readText(value)).toBeNull()
  })
})

describe('a flag of a report', () => {
  it.each([true, ' Yes ', 'TRUE', '1', 1])('is set by %j', (value) => {
    expect(readFlag(value)).toBe(true)
  })

  it.each([false, 'No', 'false', '0', 0])('is cleared by %j', (value) => {
    expect(readFlag(value)).toBe(false)
  })

  it.each(['maybe', '', null, 2])('is not read from %j', (value) => {
    expect(readFlag(value)).toBeNull()
  })
})

describe('a URL of a report', () => {
  it('must be https, without user name or password', () => {
    expect(readWebAddress('https://calls.example/1.mp3')).toBe('https://calls.example/1.mp3')
    expect(readWebAddress('http://calls.example/1.mp3')).toBeNull()
    expect(readWebAddress('https://me@calls.example/')).toBeNull()
    expect(readWebAddress('https://:secret@calls.example/')).toBeNull()
    expect(readWebAddress('calls.example')).toBeNull()
    expect(readWebAddress(null)).toBeNull()
  })
})
