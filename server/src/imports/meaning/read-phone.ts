import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js'
import { t } from '#texts'
import { cleanCell, plainDigits, readNoValue } from './no-value.ts'
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
  const text = plainDigits(cleanCell(cell))
  if (text === '') return blank
  const missing = readNoValue(text)
  if (missing) return missing
  const whole = expandScientific(text)
  if (whole === null) {
    return refused(
      'damaged_value',
      t`${quote(text)} is a phone number that the spreadsheet program shortened`,
    )
  }
  if (isFiller(text)) return doubtful<Phone>(null, 'no_value', t`${quote(text)} is no value`)
  const [first = '', ...others] = splitNumbers(tidy(whole))
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

/** "4.915123456789E+12" in full; null where digits are lost. Other texts as they are. */
function expandScientific(text: string): string | null {
  const match = /^(\d)(?:[.,](\d+))?E\+?(\d+)$/i.exec(text)
  if (!match) return text
  const [, first, fraction = '', exponent] = match
  const zeros = Number(exponent) - fraction.length
  return zeros <= 0 || (fraction.length >= 9 && zeros <= 2)
    ? String(Number(`${first}.${fraction}e${exponent}`))
    : null
}

/** What stands in for a number that nobody knew: one digit all along, or the digits in order. */
function isFiller(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return digits.length >= 6 && (/^(\d)\1*$/.test(digits) || /^0?12345678?9?0?$/.test(digits))
}

const extensionWords =
  /[\s,;]*(?:;ext=|\b(?:durchwahl|dw|nebenstelle|app|poste|anexo|interno|int|extensi[oó]n|wewn|tel\.? ?int)\b\.?|доб(?:авочный|\.)?|внутр?\.?|内线|分机|轉|转)\s*[.:]?\s*(\d{1,7})\)?\s*$/iu

/** Without signs, labels and remarks; with the extension as it is written in English. */
function tidy(text: string): string {
  if (/^\+?\d[\d\s().-]*$/.test(text)) return text
  return text
    .replace(/(?:\p{So}|\p{Sk}|\ufe0f)/gu, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
    .replace(extensionWords, ' ext. $1')
    .replace(/^[\p{L}.\s-]{2,20}[\s:]\s*(?=[+(\d])/u, '')
    .replace(/\s*\([^)\d]*\)\s*$/u, '')
    .replace(/(\d)\s+(?!ext|x)\p{L}[\p{L}.\s]{2,20}$/iu, '$1')
    .replace(/^[([]?\s*\+\s*\+?\s*(\d{1,3})\s*[)\]]/, '+$1 ')
    .replace(/^\+\s*\+?\s*(?=\d)/, '+')
}

/** Whether a text has the digits and signs of a phone number, in whatever country. */
export function looksLikePhone(text: string): boolean {
  const number = tidy(plainDigits(cleanCell(text))).replace(/^\p{L}{1,8}\.?\s*:\s*/u, '')
  if (/^\d[.,]\d{4,}E\+?1\d$/i.test(number)) return true
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
  // "4915123456789" has lost its plus: with a zero in front it would be a number of the country itself.
  const calling = getCountryCallingCode(defaultCountry)
  if (/^\d{10,15}$/.test(spelled.replace(/[\s().-]/g, '')) && spelled.startsWith(calling)) {
    const reading = parsePhoneNumberFromString(`+${spelled}`, { extract: false })
    if (reading?.isValid()) return { number: reading, isValid: true }
  }
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
