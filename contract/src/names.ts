import { text } from './fields.ts'

/**
 * Control characters, line and paragraph separators, and invisible ones that reorder or hide text. Joiners (U+200C,
 * U+200D) stay: some scripts are not written without them.
 */
const unprintable = /[\p{Cc}\u2028\u2029]|(?![\u200C\u200D])\p{Cf}/u

/** A link as somebody writes one: a scheme, `www.`, a domain with a path, an e-mail or a network address. */
const writtenLink =
  /:\/\/|\b(?:https?|mailto|tel|ftp):|\bwww\.|\S@\S+\.\p{L}|[^\s.]\.\p{L}{2}[^\s/?#]*[/?#]|\d{1,3}(?:\.\d{1,3}){3}/iu

/** What mail programs turn into a link besides: a word with a dot in it, such as `Booking.com` and `J.Smith`. */
const domain = /[^\s.]\.\p{L}{2}/iu

/** Wide and ideographic forms mean the same to a browser as `:`, `/` and `.`. */
function folded(value: string): string {
  return value.normalize('NFKC').replace(/[\u3002\u2024]/g, '.')
}

export function isOneLine(value: string): boolean {
  return !unprintable.test(value)
}

function hasWrittenLink(value: string): boolean {
  return writtenLink.test(folded(value))
}

/** A name on one line: of a position or a company. `Node.js developer` is one, an address is not. */
export function lineName(max: number) {
  return text(max, 1)
    .refine(isOneLine, /*i18n*/ 'Write it on one line, without invisible characters')
    .refine((value) => !folded(value).includes('://'), /*i18n*/ 'A name cannot contain a link')
}

/**
 * A name that is written into emails to strangers: of a person or a workspace. `Booking.com` is one; `plainName` keeps it
 * from becoming a link.
 */
export function mailedName(max: number) {
  return text(max, 1)
    .refine(isOneLine, /*i18n*/ 'Write it on one line, without invisible characters')
    .refine((value) => !hasWrittenLink(value), /*i18n*/ 'A name cannot contain a link')
}

/** As `mailedName`; empty means none. */
export function optionalMailedName(max: number) {
  return text(max)
    .refine(isOneLine, /*i18n*/ 'Write it on one line, without invisible characters')
    .refine((value) => !hasWrittenLink(value), /*i18n*/ 'A name cannot contain a link')
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null))
}

/**
 * A stored name as it is written into an email: on one line, with a space after each dot and colon that could make a link.
 * A space stops every mail program. Entities do not, as programs look for links in the decoded text, and invisible
 * characters stop only some and look like an attempt to get past filters.
 */
export function plainName(name: string): string {
  const line = plainLine(name)
  const plain = folded(line)
  if (!writtenLink.test(plain) && !domain.test(plain)) return line
  return plain
    .replace(/:/g, ': ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Text on one line, without characters that are not seen. */
export function plainLine(value: string): string {
  return value
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .trim()
}
