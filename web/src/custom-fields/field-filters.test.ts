import { describe, expect, it } from 'vitest'
import type { CustomField } from './custom-field.ts'
import {
  filterText,
  filterToValue,
  readFieldFilter,
  valueToFilter,
  writeFieldFilter,
} from './field-filters.ts'

const field = (type: CustomField['type'], more: object = {}) =>
  ({ id: 'f1', key: 'field', label: 'Field', type, options: [], ...more }) as unknown as CustomField

const licenses = [
  { id: 'a', label: 'CDL-A' },
  { id: 'b', label: 'CDL-B' },
]

describe('a filter in an address', () => {
  it('is read and written alike, also of a field of the candidate, position or company', () => {
    for (const text of [
      'shift:is:Night',
      'candidate.licenseClass:anyOf:a,b',
      'position.pay:gte:30',
      'company.code:is:a:b:c',
      'note:contains:two\nlines',
    ]) {
      const filter = readFieldFilter(text)
      expect(filter && writeFieldFilter(filter), text).toBe(text)
    }
    expect(readFieldFilter('company.code:is:a:b:c')).toEqual({
      name: 'company.code',
      operator: 'is',
      value: 'a:b:c',
    })
  })

  it('has no value where the comparison needs none', () => {
    for (const text of ['shift:empty', 'shift:empty:', 'shift:empty:Night'])
      expect(readFieldFilter(text)).toEqual({ name: 'shift', operator: 'empty', value: '' })
    expect(writeFieldFilter({ name: 'shift', operator: 'filled', value: 'x' })).toBe('shift:filled:')
  })

  it('is none without a field, a known comparison or a value', () => {
    for (const text of [
      '',
      'shift',
      'shift:is',
      'shift:is:',
      'shift:like:Night',
      'Shift:is:Night',
      'call.shift:is:Night',
      '1st:is:Night',
      ' shift:is:Night',
    ])
      expect(readFieldFilter(text), text).toBeNull()
  })
})

describe('the value of a filter', () => {
  it('is what the field has, and back', () => {
    const cases = [
      ['number', 'is', '12.5', 12.5],
      ['boolean', 'is', 'true', true],
      ['boolean', 'is', 'false', false],
      ['text', 'is', '12', '12'],
      ['choice', 'anyOf', 'a,b', ['a', 'b']],
    ] as const
    for (const [type, operator, value, expected] of cases) {
      const read = filterToValue({ name: 'field', operator, value }, field(type))
      expect(read).toEqual(expected)
      expect(valueToFilter(read)).toBe(value)
    }
    const money = filterToValue(
      { name: 'field', operator: 'gte', value: '30' },
      field('money', { currency: 'EUR' }),
    )
    expect(money).toEqual({ amount: 30, currency: 'EUR' })
    expect(valueToFilter(money)).toBe('30')
    expect(valueToFilter(null)).toBe('')
  })

  it('is said in words, with the names of options', () => {
    const say = (type: CustomField['type'], operator: string, value: string, more: object = {}) =>
      filterText({ name: 'field', operator, value } as never, field(type, more))
    expect(say('text', 'is', 'Night')).toBe('Night')
    expect(say('number', 'gte', '5')).toMatch(/^\S.* 5$/)
    expect(say('choice', 'anyOf', 'a,b', { options: licenses })).toBe('CDL-A, CDL-B')
    expect(say('choices', 'anyOf', 'b,gone', { options: licenses })).toBe('CDL-B, Removed option')
    expect(say('text', 'empty', '')).not.toContain('Field')
  })
})
