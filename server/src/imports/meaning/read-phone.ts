import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js'
import { t } from '#texts'
import { cleanCell, readNoValue } from './no-value.ts'
import { blank, doubtful, quote, type Reading, refused, understood } from './reading.ts'

export type Phone = {
  /** Such as +13125550148. */
  e164: string
  extension: string | null
}

/**
 * A phone number as E.164 with its extension. Numbers without a country code are read with the workspace's
 * country first, then with the country of the row. A number of the right length that no carrier has is kept with
 * a warning, since test data and new number ranges look like that; anything else is refused.
 */
export function readPhone(
  cell: string,
  defaultCountry: CountryCode,
  rowCountry?: CountryCode | null,
): Reading<Phone> {
  const text = cleanCell(cell).normalize('NFKC')
  if (text === '') return blank
  const missing = readNoValue(text)
  if (missing) return missing
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(text)) {
    return refused(
      'damaged_value',
      t`${quote(text)} is a phone number that the spreadsheet program shortened`,
    )
  }
  const [first = '', ...others] = splitNumbers(text)
  const parsed = parsePhone(first, defaultCountry, rowCountry)
  if (!parsed) return refused('invalid_phone', t`${quote(text)} is not a phone number`)
  const phone = { e164: parsed.number.number, extension: parsed.number.ext ?? null }
  if (others.length > 0) {
    return doubtful(
      phone,
      'several_values',
      t`${quote(text)} holds ${others.length + 1} numbers; the first is taken`,
    )
  }
  if (!parsed.isValid) {
    return doubtful(phone, 'unusual_phone', t`${quote(text)} is not a number in use, as far as known`)
  }
  return understood(phone)
}

/** Whether a text has the digits and signs of a phone number, in whatever country. */
export function looksLikePhone(text: string): boolean {
  const number = text.trim().replace(/^\p{L}{1,8}\.?\s*:\s*/u, '')
  const digits = number.replace(/(?:x|ext\.?|#)\s*\d+$/i, '').replace(/\D/g, '').length
  return (
    digits >= 7 && digits <= 17 && /^[+(\d][\d\s().+\-/–·]*(?:\s*(?:x|ext\.?|#)\s*\d{1,7})?$/i.test(number)
  )
}

/** Several numbers in one cell stand apart by a semicolon, comma, slash, bar, line break or "or". */
function splitNumbers(text: string): string[] {
  const parts = text
    .split(/\s*(?:[;,|\n]|\s\/\s|\s+(?:or|ou|oder|o|или|或)\s+)\s*/i)
    .filter((part) => (part.match(/\d/g)?.length ?? 0) >= 6)
  return parts.length > 1 ? parts : [text]
}

function parsePhone(text: string, defaultCountry: CountryCode, rowCountry?: CountryCode | null) {
  const spelled = text
    .replace(/^\D*[\p{L}.]+\s*:\s*(?=[+(\d])/u, '')
    .replace(/^\s*00\s*-?(?=[1-9])/, '+')
    .replace(/^(\d{7,15})\.0$/, '$1')
  const countries =
    rowCountry && rowCountry !== defaultCountry ? [defaultCountry, rowCountry] : [defaultCountry]
  const readings: PhoneNumber[] = []
  for (const spelling of spelled === text ? [text] : [spelled, text]) {
    for (const country of countries) {
      const reading = parsePhoneNumberFromString(spelling, { defaultCountry: country, extract: false })
      if (reading?.isValid()) return { number: reading, isValid: true }
      if (reading?.isPossible()) readings.push(reading)
    }
  }
  const [possible] = readings
  return possible && { number: possible, isValid: false }
}
