import { Metadata } from 'libphonenumber-js/core'
import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'

export interface NumberReading {
  number: PhoneNumber
  /** False for a number that fits the numbering plan but is in no range known to be in use. */
  isInUse: boolean
  /** The country that was assumed; null where the number itself has its country code. */
  country: CountryCode | null
  /** The number that the same digits are with, or without, a country code. */
  other: PhoneNumber | null
}

/**
 * Reads one phone number with `country` for a number without a country code, and with `others` where it is none there.
 *
 * `isPossible` looks at the length alone, so it takes 06 12 34 56 00 for a number of the United States. `isValid` with
 * the full metadata demands a range in use, and new ranges are opened faster than a library learns of them. So a valid
 * number is read; a number that is not valid must at least fit the numbering plan and be written as its country writes
 * numbers, and the caller warns of it. Everything else is no number.
 */
export function readNumber(
  text: string,
  country: CountryCode,
  others: readonly CountryCode[] = [],
): NumberReading | null {
  const spelled = spell(text)
  if (/^\s*[([]?\s*\+/.test(spelled)) {
    const number = parse(spelled, country)
    if (number && (number.isValid() || fitsPlan(number)))
      return { number, isInUse: number.isValid(), country: null, other: null }
    // "00" may also begin a number of the country itself.
    if (spelled === text || !/^\s*00/.test(text)) return null
    return readNational(text, country, others)
  }
  return readNational(spelled, country, others)
}

/** The national number as its country writes it, its digits in groups, without the digits that are dialled before it. */
export function groupsOf(text: string, { nationalNumber }: PhoneNumber): string[] | null {
  const groups = withoutExtension(text).match(/\d+/g) ?? []
  let before = groups.join('').length - nationalNumber.length
  if (before < 0) return null
  return groups.flatMap((group) => {
    const cut = Math.min(before, group.length)
    before -= cut
    return cut === group.length ? [] : [group.slice(cut)]
  })
}

/** Whether the digits are those that are written within the country, with what is dialled before them. */
export function hasUsualDigits(text: string, number: PhoneNumber): boolean {
  return withoutExtension(text).replace(/\D/g, '') === usual(number).replace(/\D/g, '')
}

function withoutExtension(text: string): string {
  return text.replace(/\s*(?:;ext=|ext\.?|x|#)\s*\d{1,7}\s*$/i, '')
}

/** Whether the digits stand in the groups that are usual in the country; undefined where they stand in no groups. */
export function hasUsualGroups(text: string, number: PhoneNumber): boolean | undefined {
  const written = groupsOf(text, number)
  if (written?.length === 1) return undefined
  return written?.join(' ') === groupsOf(usual(number), number)?.join(' ')
}

export function isMobile(number: PhoneNumber): boolean {
  const type = number.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
}

function usual(number: PhoneNumber): string {
  return number.format('NATIONAL', { formatExtension: (formatted) => formatted })
}

function parse(text: string, defaultCountry: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, { defaultCountry, extract: false })
}

/** "00" as "+", without a label in front and without the decimals of a number cell behind. */
function spell(text: string): string {
  return text
    .replace(/^\D*[\p{L}.]+\s*:\s*(?=[+(\d])/u, '')
    .replace(/^\s*\(?\s*00\s*\)?\s*-?(?=\(?[1-9])/, '+')
    .replace(/^(\+?\d{7,15})[.,]0{1,2}$/, '$1')
}

const plans = new Map<string, RegExp>()

/** What national numbers look like behind a calling code: their length and first digits. */
function planOf({ countryCallingCode: code }: PhoneNumber): RegExp {
  let plan = plans.get(code)
  if (!plan) {
    const [country] = (metadata.country_calling_codes as Record<string, CountryCode[]>)[code] ?? []
    const selected = new Metadata(metadata)
    if (country) selected.selectNumberingPlan(country)
    // The types of the library leave this method out.
    const found = selected.numberingPlan as unknown as { nationalNumberPattern(): string } | undefined
    plan = new RegExp(`^(?:${found ? found.nationalNumberPattern() : '(?!)'})$`)
    plans.set(code, plan)
  }
  return plan
}

function fitsPlan(number: PhoneNumber): boolean {
  return number.isPossible() && planOf(number).test(number.nationalNumber)
}

interface Assumed {
  number: PhoneNumber
  country: CountryCode
}

/** Whether a number stands exactly as it is written in its country. */
function isUsual(text: string, { number }: Assumed): boolean {
  return hasUsualDigits(text, number) && hasUsualGroups(text, number) === true
}

/** The country whose number it is best. One in use comes first, unless it is written as in another of the countries. */
function chooseCountry(
  text: string,
  country: CountryCode,
  readings: readonly Assumed[],
): Assumed | undefined {
  const valid = readings.find(({ number }) => number.isValid())
  const isOdd = ({ number }: Assumed) =>
    hasUsualGroups(text, number) === false && !hasUsualDigits(text, number)
  if (valid?.country === country && (readings.length === 1 || !isOdd(valid))) return valid
  const plausible = readings.filter(
    ({ number }) => hasUsualGroups(text, number) !== false && fitsPlan(number),
  )
  const ofFirst = plausible.find((one) => one.country === country && isUsual(text, one))
  const elsewhere = readings.find((one) => one.number.isValid() && isUsual(text, one))
  return ofFirst ?? (valid && isOdd(valid) ? (elsewhere ?? valid) : valid) ?? plausible[0]
}

function readNational(
  text: string,
  country: CountryCode,
  others: readonly CountryCode[],
): NumberReading | null {
  const readings = [country, ...others.filter((other) => other !== country)].flatMap((one) => {
    const number = parse(text, one)
    return number ? [{ number, country: one }] : []
  })
  const best = chooseCountry(text, country, readings)
  const lost = readLostPlus(text, country, best?.number.isValid() ? best.number : undefined)
  if (lost) return lost
  return best ? { ...best, isInUse: best.number.isValid(), other: otherReading(text, best.number) } : null
}

const fewestDigitsWithCode = 11

/** The number that digits alone are with a plus in front. */
function withPlus(text: string, fewestDigits = fewestDigitsWithCode): PhoneNumber | null {
  const [, main = '', extension = ''] = /^([\d\s().-]+?)(\s*(?:ext\.?|x|#)\s*\d{1,7})?$/i.exec(text) ?? []
  const digits = main.replace(/\D/g, '')
  if (!/^[1-9]\d{9,14}$/.test(digits) || digits.length < fewestDigits) return null
  const number = parsePhoneNumberFromString(`+${digits}${extension}`, { extract: false })
  return number?.isValid() ? number : null
}

/**
 * "447912000101" has lost its plus. Where it is also a number of the assumed country that has lost its zero, the
 * country's own code tells, then a mobile number, which is what most people give.
 */
function readLostPlus(
  text: string,
  country: CountryCode,
  national: PhoneNumber | undefined,
): NumberReading | null {
  const isOwnCode = text.startsWith(getCountryCallingCode(country))
  const number = withPlus(text, isOwnCode ? 10 : fewestDigitsWithCode)
  if (!number) return null
  if (number.number === national?.number) return { number, isInUse: true, country: null, other: null }
  if (national && hasUsualDigits(text, national)) return null
  if (national && !isOwnCode && (isMobile(national) || !isMobile(number))) return null
  return { number, isInUse: true, country: null, other: isOwnCode ? null : (national ?? null) }
}

/** Digits without a zero in front that are read as a number of the country and would also be one with a plus. */
function otherReading(text: string, number: PhoneNumber): PhoneNumber | null {
  const other = withPlus(text)
  if (!other || other.number === number.number) return null
  return isMobile(number) || hasUsualDigits(text, number) ? null : other
}
