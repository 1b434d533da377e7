import type { CountryCode } from 'libphonenumber-js/max'
import { currentLanguage, t } from '#texts'
import { cleanCell, plainDigits, readNoValue } from './no-value.ts'
import { type NumberReading, readNumber } from './phone-number.ts'
import { blank, doubtful, longestRead, quote, type Reading, refused, understood } from './reading.ts'

export type Phone = {
  /** Such as +13125550148. */
  e164: string
  extension: string | null
}

/**
 * Reads a phone number as E.164 with its extension. A number without a country code is one of `country`, or of `other`
 * where it is none of `country`. What the numbering plan rules out is refused.
 */
export function readPhone(cell: string, country: CountryCode, other?: CountryCode | null): Reading<Phone> {
  const text = phoneText(cell)
  if (text === '') return blank
  const missing = readNoValue(text)
  if (missing) return missing
  if (text.length > longestRead) return refused('invalid_phone', explainRefusal(text, country))
  const whole = expandScientific(text)
  if (whole === null) {
    return refused(
      'damaged_value',
      t`The spreadsheet app cut digits from ${quote(text)}. Format the column as text, enter the number again and upload the file`,
    )
  }
  if (isFiller(text)) return doubtful<Phone>(null, 'no_value', t`${quote(text)} is treated as empty`)
  if (isDisowned.test(phoneRemark(text)))
    return refused('invalid_phone', t`${quote(text)} says not to use this number`)
  const numbers = splitNumbers(tidy(whole))
  for (const number of numbers.length > 1 ? [...numbers, tidy(whole)] : numbers) {
    const reading = readNumber(number, country, other ? [other] : [])
    if (reading) return describe(text, reading, country, numbers.length)
  }
  return refused('invalid_phone', explainRefusal(text, country))
}

function describe(
  text: string,
  { number, isInUse, country: assumed, other }: NumberReading,
  country: CountryCode,
  count: number,
): Reading<Phone> {
  const phone = { e164: number.number, extension: number.ext ?? null }
  if (count > 1) {
    return doubtful(
      phone,
      'several_values',
      t`${quote(text)} contains ${count} numbers. Only ${phone.e164} is used.`,
    )
  }
  if (other) {
    return doubtful(
      phone,
      'ambiguous_phone',
      t`${quote(text)} could be ${number.number} or ${other.number}. ${number.number} is used.`,
    )
  }
  if (!isInUse) {
    return doubtful(phone, 'unusual_phone', t`${quote(text)} does not seem to be a number in use`)
  }
  if (assumed !== null && assumed !== country) {
    return doubtful(
      phone,
      'phone_of_other_country',
      t`${quote(text)} does not match its country (${nameOf(country)}). The number is read as one from another country (${nameOf(assumed)}).`,
    )
  }
  return understood(phone)
}

function explainRefusal(text: string, country: CountryCode): string {
  const digits = text.replace(/\D/g, '').length
  return digits < 5 || /^\D*(?:\+|00)/.test(text)
    ? t`${quote(text)} is not a phone number`
    : t`${quote(text)} is not a phone number (country: ${nameOf(country)})`
}

function nameOf(country: CountryCode): string {
  return new Intl.DisplayNames([currentLanguage()], { type: 'region' }).of(country) ?? country
}

/** A cell with ASCII digits, without what a spreadsheet program puts around a text. */
export function phoneText(cell: string): string {
  const text = cleanCell(cell)
  // Runs of blanks are what the patterns below are slowest at.
  return plainDigits(text.replace(/[^\S\n]{2,}/g, ' ').replace(/\s*\n\s*/g, '\n')).replace(
    /^['’‘`´]\s*(?=[+(\d])/,
    '',
  )
}

/**
 * "4.915123456789E+12" in full; null where digits are lost. Other texts as they are. Excel writes "E+" and shortens to
 * what fits the column. Java writes "E" and leaves out only zeros at the end.
 */
export function expandScientific(text: string): string | null {
  const match = /^\+?(\d{1,3})(?:[.,](\d+))?E(\+?)(\d{1,2})$/i.exec(text)
  if (!match) return text
  const [, whole = '', fraction = '', plus, exponent] = match
  const zeros = Number(exponent) - fraction.length
  if (zeros < 0) return /^0+$/.test(fraction.slice(zeros)) ? whole + fraction.slice(0, zeros) : null
  const isWhole = zeros === 0 || (plus === '' && fraction.length >= 9 && zeros <= 2)
  return isWhole ? whole + fraction + '0'.repeat(zeros) : null
}

/** What stands in for a number that nobody knew: one digit all along, or the digits in order. */
export function isFiller(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return digits.length >= 6 && (/^(\d)\1*$/.test(digits) || /^0?12345678?9?0?$/.test(digits))
}

const extensionWords =
  /[\s,;]*(?:;ext=|\b(?:durchwahl|dw|nebenstelle|app|poste|anexo|interno|int|extensi[oó]n|wewn|tel\.? ?int)\b\.?|доб(?:авочный|\.)?|внутр?\.?|内线|分机|轉|转)\s*[.:]?\s*(\d{1,7})\)?\s*$/iu

/** Without signs, labels and remarks; with the extension as it is written in English. */
export function tidy(text: string): string {
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

const isDisowned =
  /(?<!\p{L})(?:do(?: not|n['’]?t)|not|wrong|invalid|disconnected|nicht|falsch\p{L}*|ungültig|faux|no (?:usar|llamar)|не)(?!\p{L})/iu

/** The words of a cell beside its number and its extension. */
export function phoneRemark(text: string): string {
  if (!/\p{L}/u.test(text) || expandScientific(phoneText(text)) !== phoneText(text)) return ''
  return phoneText(text)
    .replace(/^\p{L}{1,2}[.:]\s*/u, ' ')
    .replace(extensionWords, ' ')
    .replace(/(?:\bext\b\.?|(?<=[\d\s])x\.?)\s*\d{1,7}\s*$/i, ' ')
    .replace(/\d/g, ' ')
}

/** Whether a text has the digits and signs of a phone number, in whatever country. */
export function looksLikePhone(text: string): boolean {
  if (text.length > longestRead) return false
  const number = tidy(phoneText(text)).replace(/^\p{L}{1,8}\.?\s*:\s*/u, '')
  if (/^\d[.,]\d{4,}E\+?1\d$/i.test(number)) return true
  const digits = number.replace(/(?:x|ext\.?|#)\s*\d+$/i, '').replace(/\D/g, '').length
  return (
    digits >= 7 && digits <= 17 && /^[+(\d][\d\s().+\-/–·]*(?:\s*(?:x|ext\.?|#)\s*\d{1,7})?$/i.test(number)
  )
}

const separators =
  /\s*(?:[;,|\n&]|\s\/\s|(?<=\d{6})\/(?=[+(0])|\s+(?:or|ou|oder|o|или|或|and|und|et|y|e|lub|oraz|и)\s+|(?<=\d)\s+(?=\+))\s*/iu

/** Splits several numbers in one cell; a part needs six digits to be a number of its own. */
export function splitNumbers(text: string): string[] {
  const parts = text.split(separators).filter((part) => (part.match(/\d/g)?.length ?? 0) >= 6)
  return parts.length > 1 ? parts : [text]
}
