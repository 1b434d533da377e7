import { domainToASCII } from 'node:url'
import { candidateLengths } from '@muster/contract/text-lengths.ts'
import { z } from 'zod'
import { t } from '#texts'
import { cleanCell, readNoValue } from './no-value.ts'
import { blank, doubtful, longestRead, quote, type Reading, refused, understood } from './reading.ts'

// The contract's own check: an address imported must be one the API would take.
const address = z.email()

/**
 * An e-mail address in lower case, out of "Jane <jane@x.com>", "mailto:" links and lists, whose first address
 * is taken with a warning. A blank inside an address is refused, never guessed away.
 */
export function readEmail(cell: string): Reading<string> {
  const text = cleanCell(cell)
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
  if (text === '') return blank
  const missing = readNoValue(text)
  if (missing) return missing
  if (text.length > longestRead) return refused('invalid_email', t`${quote(text)} is not an email address`)
  const parts = withoutTrimmings(text)
    .split(/[;,|/\s]+/)
    .filter((part) => part !== '')
    .map(normaliseEmail)
  const [first] = parts
  if (first === undefined || !parts.every((part) => part.includes('@')) || !isEmail(first)) {
    return refused('invalid_email', t`${quote(text)} is not an email address`)
  }
  const others = new Set([...parts, ...addressesIn(text)]).size - 1
  return others === 0
    ? understood(first)
    : doubtful(
        first,
        'several_values',
        t`${quote(text)} contains ${others + 1} addresses. Only the first is used.`,
      )
}

/** Without links, labels, remarks and words between addresses. */
function withoutTrimmings(text: string): string {
  if (/^[\w.+-]+@[\w.-]+$/.test(text)) return text
  const linked = [...text.matchAll(/mailto:([^?"'<>()\s]+@[^?"'<>()\s]+)/gi)].map(([, address]) => address!)
  if (linked.length > 0) return linked.join(';')
  const bracketed = [...text.matchAll(/<([^<>]+)>/g)].map(([, inside]) => inside!)
  if (bracketed.length > 0) return bracketed.join(';')
  return text
    .replace(/\([^)]*\)/g, ' ')
    .replace(/^[^\p{L}\p{N}"']+(?=[\p{L}\p{N}])/u, '')
    .replace(/(?<=^|[;,|/\s])[\p{L}][\p{L}.-]{0,20}\s*:\s*/gu, ' ')
    .replace(/(@\S+)\?\S*=.*$/s, '$1')
    .replace(/(@\S+)\s+[-–—]\s+[^@]*$/, '$1')
    .replace(/\s+(?:and|und|oder|or|et|ou|y|o|e|и|или|&|\+)\s+(?=\S+@)/gi, ';')
}

/** Every address in a text, also those in remarks. */
function addressesIn(text: string): string[] {
  const found = text.match(/[^\s<>()[\]"';,|:]+@[^\s<>()[\]"';,|?/]+/g) ?? []
  return found.length < 2 ? [] : found.map(normaliseEmail).filter(isEmail)
}

/** Whether a text is an address as it would be kept. */
function isEmail(text: string): boolean {
  return text.length <= candidateLengths.email && address.safeParse(text).success
}

function normaliseEmail(part: string): string {
  const bare = part.replace(/^['".:]+|['".:]+$/g, '').toLowerCase()
  const at = bare.lastIndexOf('@')
  if (at === -1) return bare
  const domain = bare.slice(at + 1)
  return `${bare.slice(0, at)}@${/[^\p{ASCII}]/u.test(domain) ? domainToASCII(domain) || domain : domain}`
}
