import type { CountryCode } from 'libphonenumber-js/max'
import { cleanCell, isNoValue } from '../../contact-formats/no-value.ts'
import { readNumber } from '../../contact-formats/phone-number.ts'
import {
  expandScientific,
  isFiller,
  phoneText,
  splitNumbers,
  tidy,
} from '../../contact-formats/read-phone.ts'
import { longestRead } from '../../contact-formats/reading.ts'
import { readCountryCode } from './countries.ts'
import type { MappedColumn } from './normalise-candidate.ts'
import {
  type CountryHints,
  type PhoneSamples,
  type PhoneSurvey,
  suggestPhoneCountry,
} from './suggest-phone-country.ts'

const mostSamples = 128
const mostShapes = 20_000

/** An even sample of a stream of unknown length. */
function sampler(most: number) {
  const samples: string[] = []
  let every = 1
  let count = 0
  return {
    samples,
    add(text: string) {
      if (count++ % every !== 0) return
      samples.push(text)
      if (samples.length < most) return
      samples.splice(0, most, ...samples.filter((_, index) => index % 2 === 0))
      every *= 2
    },
  }
}

/** The first number of a cell, or null where there is none to read. */
function firstNumber(cell: string): string | null {
  const text = phoneText(cell)
  if (text === '' || text.length > longestRead || isNoValue(text) || isFiller(text)) return null
  const whole = expandScientific(text)
  const number = whole === null ? '' : splitNumbers(tidy(whole))[0]!
  return (number.match(/\d/g)?.length ?? 0) < 6 ? null : number
}

/** Numbers of digits alone may have lost their plus. Those that begin alike are read alike. */
function shapeOf(number: string, rowCountry: CountryCode | null): string | null {
  const digits = number.replace(/\s*(?:ext\.?|x|#)\s*\d{1,7}$/i, '').replace(/[\s().-]/g, '')
  return /^[1-9]\d{10,14}$/.test(digits) ? `${rowCountry ?? ''} ${digits.slice(0, 5)} ${digits.length}` : null
}

/** Counts the numbers without a country code and suggests which country they are from. */
export function tallyPhones(columns: MappedColumn[], headers: readonly string[], hints: CountryHints) {
  const indexOf = (field: MappedColumn['field']) => columns.find((column) => column.field === field)?.index
  const [phone, country] = [indexOf('phone'), indexOf('country')]
  const national = sampler(mostSamples)
  const international = sampler(mostSamples)
  const known = new Map<string, CountryCode | null>()
  const rowCountries = new Map<CountryCode, number>()
  const shapes = new Map<string, { number: string; rowCountry: CountryCode | null; count: number }>()
  let numbers = 0
  let byRow = 0

  function rowCountryOf(cells: readonly string[]): CountryCode | null {
    const cell = country === undefined ? '' : (cells[country] ?? '')
    if (cell === '') return null
    let code = known.get(cell)
    if (code === undefined) {
      code = readCountryCode(cleanCell(cell))
      if (known.size < mostShapes) known.set(cell, code)
    }
    if (code) rowCountries.set(code, (rowCountries.get(code) ?? 0) + 1)
    return code
  }

  function count(number: string, rowCountry: CountryCode | null) {
    const key = shapeOf(number, rowCountry)
    const shape = key === null ? undefined : shapes.get(key)
    if (shape) shape.count++
    else if (key !== null && shapes.size < mostShapes) shapes.set(key, { number, rowCountry, count: 1 })
    else if (rowCountry) byRow++
    else numbers++
  }

  return {
    add(cells: readonly string[]) {
      if (phone === undefined) return
      const rowCountry = rowCountryOf(cells)
      const number = firstNumber(cells[phone] ?? '')
      if (number === null) return
      if (/^\D*(?:\+|00[1-9])/.test(number)) return international.add(number)
      count(number, rowCountry)
      if (!rowCountry) national.add(number)
    },
    decide(): PhoneSurvey | null {
      const samples: PhoneSamples = {
        national: national.samples,
        international: international.samples,
        rowCountries,
        headers,
      }
      const suggestion = suggestPhoneCountry(samples, hints)
      for (const { number, rowCountry, count: many } of shapes.values()) {
        const reading = readNumber(number, rowCountry ?? suggestion.country)
        if (reading?.country === null) continue
        if (rowCountry) byRow += many
        else numbers += many
      }
      return numbers + byRow === 0 ? null : { ...suggestion, numbers, byRow }
    },
  }
}
