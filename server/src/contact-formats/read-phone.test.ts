import fc from 'fast-check'
import {
  type CountryCode,
  getExampleNumber,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { readPhone } from './read-phone.ts'

const countries = [
  ...(['AT', 'AU', 'BE', 'BR', 'CA', 'CH', 'CN', 'CZ', 'DE', 'DK', 'EG', 'ES', 'FI', 'FR', 'GB'] as const),
  ...(['GR', 'IE', 'IL', 'IN', 'IT', 'JP', 'KE', 'KR', 'MA', 'MX', 'NG', 'NL', 'NO', 'NZ', 'PH'] as const),
  ...(['PK', 'PL', 'PT', 'RO', 'RU', 'SE', 'SG', 'TR', 'UA', 'US', 'VN', 'ZA'] as const),
] satisfies CountryCode[]

/** A mobile number in use: the library's example with other digits at its end. */
const numbers = fc
  .record({ country: fc.constantFrom(...countries), end: fc.integer({ min: 0, max: 9999 }) })
  .map(({ country, end }): { country: CountryCode; number: PhoneNumber } => {
    const example = getExampleNumber(country, examples)!
    const text = example.number.slice(0, -4) + String(end).padStart(4, '0')
    return { country, number: parsePhoneNumberFromString(text, country)! }
  })
  .filter(({ number }) => number.isValid())

const anotherCountry = fc.constantFrom(...countries)
const runs = { numRuns: 1500, seed: 20 }

function assertRead(texts: string[], number: PhoneNumber, country: CountryCode) {
  for (const text of texts)
    expect(readPhone(text, country), `${text} in ${country}`).toEqual({
      value: { e164: number.number, extension: null },
      problem: null,
    })
}

describe('readPhone with numbers of 42 countries', () => {
  it('reads what people write within the country', () => {
    fc.assert(
      fc.property(numbers, ({ country, number }) => {
        const national = number.formatNational()
        const dotted = national.replace(/[\s-]+/g, '.')
        assertRead([national, national.replace(/[\s-]/g, ''), dotted, ` ${national} `], number, country)
      }),
      runs,
    )
  })

  it('reads a number with its country code whatever country is assumed', () => {
    fc.assert(
      fc.property(numbers, anotherCountry, ({ number }, country) => {
        const international = number.formatInternational()
        const [, code, rest] = /^\+(\d+) (.*)$/.exec(international)!
        const texts = [international, number.number, `00${code} ${rest}`, `(+${code}) ${rest}`]
        assertRead(
          [...texts, `'${number.number}`, `tel:${number.number}`, `+${code}-${rest}`],
          number,
          country,
        )
      }),
      runs,
    )
  })

  it('reads a zero in brackets behind the country code', () => {
    fc.assert(
      fc.property(numbers, anotherCountry, ({ number }, country) => {
        fc.pre(/^0/.test(number.formatNational().replace(/\D/g, '')))
        const [, code, rest] = /^\+(\d+) (.*)$/.exec(number.formatInternational())!
        assertRead([`+${code} (0)${rest}`, `00${code} (0) ${rest}`], number, country)
      }),
      runs,
    )
  })

  it('reads a number that lost its plus, or became a number cell', () => {
    fc.assert(
      fc.property(numbers, ({ country, number }) => {
        const digits = number.number.slice(1)
        fc.pre(digits.length >= 11)
        const scientific = `${digits[0]}.${digits.slice(1)}E+${digits.length - 1}`
        assertRead([digits, `${digits}.0`, scientific, scientific.replace('.', ',')], number, country)
      }),
      runs,
    )
  })

  it('keeps an extension', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 9999 }), ({ country, number }, extension) => {
        const national = number.formatNational()
        for (const text of [`${national} x${extension}`, `${number.number};ext=${extension}`])
          expect(readPhone(text, country).value).toEqual({
            e164: number.number,
            extension: String(extension),
          })
      }),
      runs,
    )
  })

  it('never stores what the numbering plan rules out, and reads back what it stores', () => {
    const digits = fc.stringMatching(/^0{0,2}[1-9](?:[ .-]?\d){4,13}$/)
    fc.assert(
      fc.property(digits, anotherCountry, anotherCountry, (text, country, other) => {
        const { value } = readPhone(text, country)
        if (value === null) return
        expect(parsePhoneNumberFromString(value.e164)?.isPossible()).toBe(true)
        expect(readPhone(value.e164, other).value?.e164).toBe(value.e164)
      }),
      { ...runs, numRuns: 4000 },
    )
  })
})

describe('readPhone', () => {
  it.each<[text: string, country: CountryCode]>([
    ['06 12 34 56 00', 'US'],
    ['0612345600', 'US'],
    ['98765 43210', 'US'],
    ['600 123 456', 'US'],
    ['07911 123456', 'US'],
    ['+10612345600', 'US'],
    ['+10612345600', 'FR'],
    ['(312) 555-0148', 'FR'],
    ['+44 12', 'GB'],
    ['+999 123 4567', 'DE'],
  ])('refuses %j in %s instead of storing a number that cannot be', (text, country) => {
    expect(readPhone(text, country)).toMatchObject({
      value: null,
      problem: { code: 'invalid_phone', severity: 'error' },
    })
  })

  it('names the country that was assumed when it refuses a number', () => {
    expect(readPhone('06 12 34 56 00', 'US').problem?.message).toBe(
      '“06 12 34 56 00” is not a phone number (country: United States)',
    )
  })

  it.each(['4.47912E+11', '4,47912E+11', '4.479120001E+11', '4.5E+10', '44.7912E+10'])(
    'refuses %j, whose digits are lost',
    (text) => {
      const { value, problem } = readPhone(text, 'GB')
      expect(value).toBeNull()
      expect(problem).toMatchObject({ code: 'damaged_value', severity: 'error' })
      expect(problem?.message).toMatch(/^The spreadsheet app cut digits from .*Format the column as text/)
    },
  )

  it.each(['US', 'FR', 'IN', 'GB', 'PL'] as const)('reads 447912000101 as British in %s', (country) => {
    expect(readPhone('447912000101', country)).toEqual({
      value: { e164: '+447912000101', extension: null },
      problem: null,
    })
  })

  it('reads a German mobile number without its zero as German', () => {
    expect(readPhone('15123456789', 'DE').value?.e164).toBe('+4915123456789')
  })

  it('warns where the digits are a number with a plus and a number of the country', () => {
    expect(readPhone('447912000101', 'DE')).toMatchObject({
      value: { e164: '+447912000101' },
      problem: { code: 'ambiguous_phone', severity: 'warning' },
    })
  })

  it('warns when a number fits another country than its own', () => {
    expect(readPhone('069 2964362', 'US', 'DE').problem).toMatchObject({
      code: 'phone_of_other_country',
      severity: 'warning',
    })
    expect(readPhone('(312) 555-0148', 'US', 'DE').problem).toBeNull()
    expect(readPhone('(555) 123-4567', 'US', 'DE').value?.e164).toBe('+15551234567')
  })

  it.each([
    '+44 7912 000101 / +44 7912 000102',
    '07912 000101; 07912 000102',
    '07912000101/07912000102',
    '+447912000101 +447912000102',
    '07912 000101 and 07912 000102',
    '07912 000101\n07912 000102',
    'abc123456; 07912 000101',
  ])('takes the first number of %j, flagged', (text) => {
    expect(readPhone(text, 'GB')).toMatchObject({
      value: { e164: '+447912000101' },
      problem: { code: 'several_values', severity: 'warning' },
    })
  })

  it.each(['none', 'n/a', 'N/A', '-', 'keine', 'brak', 'não tem', 'unknown', "'", "''"])(
    'takes %j for an empty cell, never for a refused one',
    (text) => {
      const { value, problem } = readPhone(text, 'US')
      expect(value).toBeNull()
      expect(problem?.severity).not.toBe('error')
    },
  )
})
