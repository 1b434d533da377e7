import { text } from './fields.ts'

/**
 * Control characters, line and paragraph separators, and invisible ones that reorder or hide text. Joiners (U+200C,
 * U+200D) stay: some scripts are not written without them.
 */
const unprintable = /[\p{Cc}\u2028\u2029]|(?![\u200C\u200D])\p{Cf}/u

/** What mail programs turn into a link: a scheme, `www.`, a domain, an e-mail or a network address. */
const links = /:\/\/|\b(?:https?|mailto|tel|ftp):|\bwww\.|[\p{L}\p{N}]\.\p{L}{2}|\d{1,3}(?:\.\d{1,3}){3}/iu

/** Wide and ideographic forms mean the same to a browser as `:`, `/` and `.`. */
function folded(value: string): string {
  return value.normalize('NFKC').replace(/[\u3002\u2024]/g, '.')
}

export function isOneLine(value: string): boolean {
  return !unprintable.test(value)
}

export function hasLink(value: string): boolean {
  return links.test(folded(value))
}

/** A name on one line: of a position or a company. `Node.js developer` is one, an address is not. */
export function lineName(max: number) {
  return text(max, 1)
    .refine(isOneLine, /*i18n*/ 'Write it on one line, without invisible characters')
    .refine(
      (value) => !folded(value).includes('://'),
      /*i18n*/ 'A name cannot contain a link. Write a space after each dot.',
    )
}

/** A name that is written into emails to strangers: of a person or a workspace. Nothing in it may become a link. */
export function mailedName(max: number) {
  return text(max, 1)
    .refine(isOneLine, /*i18n*/ 'Write it on one line, without invisible characters')
    .refine(
      (value) => !hasLink(value),
      /*i18n*/ 'A name cannot contain a link. Write a space after each dot.',
    )
}

/** As `mailedName`; empty means none. */
export function optionalMailedName(max: number) {
  return text(max)
    .refine(isOneLine, /*i18n*/ 'Write it on one line, without invisible characters')
    .refine(
      (value) => !hasLink(value),
      /*i18n*/ 'A name cannot contain a link. Write a space after each dot.',
    )
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null))
}

/** A stored name as it is written into an email: on one line, with nothing that becomes a link. */
export function plainName(name: string): string {
  const line = plainLine(name)
  if (!hasLink(line)) return line
  return folded(line)
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
