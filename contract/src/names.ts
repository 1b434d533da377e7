import { text } from './fields.ts'

/**
 * Control characters, line and paragraph separators, and invisible characters that reorder or hide text. Joiners
 * (U+200C, U+200D) are allowed: some scripts need them.
 */
const unprintable = /[\p{Cc}\u2028\u2029]|(?![\u200C\u200D])\p{Cf}/u

/** A link as people write it: a scheme, `www.`, a domain with a path, an email or a network address. */
const linkPattern =
  /:\/\/|\b(?:https?|mailto|tel|ftp):|\bwww\.|\S@\S+\.\p{L}|[^\s.]\.\p{L}{2}[^\s/?#]*[/?#]|\d{1,3}(?:\.\d{1,3}){3}/iu

/** What mail programs also turn into a link: a word with a dot in it, such as `Booking.com` and `J.Smith`. */
const domain = /[^\s.]\.\p{L}{2}/iu

/** Folds wide and ideographic forms, which browsers treat like `:`, `/` and `.`. */
function normalized(value: string): string {
  return value.normalize('NFKC').replace(/[\u3002\u2024]/g, '.')
}

export function isOneLine(value: string): boolean {
  return !unprintable.test(value)
}

function containsLink(value: string): boolean {
  return linkPattern.test(normalized(value))
}

/** A name on one line, of a position or a company. `Node.js developer` is valid, a URL is not. */
export function lineName(max: number) {
  return text(max, 1)
    .refine(isOneLine, /*i18n*/ 'Use a single line without invisible characters')
    .refine((value) => !normalized(value).includes('://'), /*i18n*/ 'A name cannot contain a link')
}

/**
 * A name in emails to strangers, of a person or a workspace. `Booking.com` is valid; `plainName` keeps it from
 * becoming a link.
 */
export function mailedName(max: number) {
  return text(max, 1)
    .refine(isOneLine, /*i18n*/ 'Use a single line without invisible characters')
    .refine((value) => !containsLink(value), /*i18n*/ 'A name cannot contain a link')
}

/** As `mailedName`; empty means none. */
export function optionalMailedName(max: number) {
  return text(max)
    .refine(isOneLine, /*i18n*/ 'Use a single line without invisible characters')
    .refine((value) => !containsLink(value), /*i18n*/ 'A name cannot contain a link')
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null))
}

/**
 * Returns a stored name for an email: on one line, with a space after each dot and colon that could make a link. A
 * space works in every mail program. Entities do not, because programs look for links in the decoded text. Invisible
 * characters work in some only, and look like an attempt to bypass filters.
 */
export function plainName(name: string): string {
  const line = plainLine(name)
  const plain = normalized(line)
  if (!linkPattern.test(plain) && !domain.test(plain)) return line
  return plain
    .replace(/:/g, ': ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns text on one line, without invisible characters. */
export function plainLine(value: string): string {
  return value
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .trim()
}
