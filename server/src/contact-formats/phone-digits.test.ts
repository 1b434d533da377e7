import { describe, expect, it } from 'vitest'
import { phoneDigits } from './phone-digits.ts'
import { isFiller, readPhone } from './read-phone.ts'

describe('the digits that a search for a phone number uses', () => {
  it.each([
    ['030/901820', '30901820'],
    ['+49 (0)151-23', '49015123'],
    ['12345', '12345'],
    ['0012345', '12345'],
    ['1234', null],
    ['001234', null],
    ['12345a', null],
  ])('of %j are %j', (typed, digits) => {
    expect(phoneDigits(typed)).toBe(digits)
  })
})

describe('a phone number in a cell', () => {
  it('of one digit all along, or of digits in order, stands for none', () => {
    expect(['111111', '12345678', '0123456789'].filter(isFiller)).toHaveLength(3)
    expect(['11111', '654321', '1212121212'].filter(isFiller)).toEqual([])
  })

  it('of the row’s country is read with a warning, as the workspace’s came first', () => {
    expect(readPhone('069 2964362', 'US', 'DE')).toMatchObject({
      value: { e164: '+49692964362' },
      problem: { code: 'phone_of_other_country' },
    })
    expect(readPhone('069 2964362', 'US', null).value).toBeNull()
    expect(readPhone('+49 69 2964362', 'US', 'DE').problem).toBeNull()
  })

  it('whose last digits a spreadsheet cut is refused', () => {
    for (const text of ['4.915123E+12', '4,9E+3', '4.9151230001E+5'])
      expect(readPhone(text, 'DE')).toMatchObject({ value: null, problem: { code: 'damaged_value' } })
  })

  it('beside a few more digits is refused, as these may be its end', () => {
    expect(readPhone('312-555-0148 / 123', 'US').value).toBeNull()
  })

  it('beside two others is the first, and the warning counts all', () => {
    const { value, problem } = readPhone('312-555-0148, 312-555-0149, 312-555-0150', 'US')
    expect([value?.e164, problem?.message]).toEqual(['+13125550148', expect.stringContaining('3 numbers')])
  })
})
