import { describeError } from './without-personal-data.ts'

const removed = '[redacted]'

/** Fields whose value is a secret, or a message that may hold one, in whatever object they are. */
const secretKey =
  /authorization|cookie|password|passphrase|secret|token|api.?key|credential|signature|recovery|^t?otp$|^(?:headers?|raw.?headers?|body|payload|query|params|url|link|connection.?string)$/i

function isSecret(key: string): boolean {
  return secretKey.test(key) && !key.endsWith('Id')
}

const replacements: [RegExp, string][] = [
  // The user and password of an address.
  [/([a-z][a-z\d+.-]*:\/\/)[^\s/@]+@/gi, `$1${removed}@`],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${removed}`],
  // `token=…` in a query, a form or a sentence.
  [
    /\b([\w-]*(?:token|secret|password|api[_-]?key|signature|credential))(["']?\s*[=:]\s*["']?)[^\s&"',;]+/gi,
    `$1$2${removed}`,
  ],
]

/** Without a gap and longer than most words: keys, hashes and tokens of every kind. */
const run = /[\w+/=-]{20,}/g
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Paths and identifiers are made of words; what was drawn at random has long stretches of letters and digits. */
function isRandom(text: string): boolean {
  if (uuid.test(text)) return false
  if (text.length >= 40 && !text.includes('/') && [/\d/, /[a-z]/, /[A-Z]/].every((kind) => kind.test(text)))
    return true
  return text.split(/[/_-]/).some((part) => part.length >= 16 && /\d/.test(part) && /[a-z]/i.test(part))
}

/** Removes what has the shape of a secret from a line of text. */
export function redactText(text: string): string {
  let redacted = text
  for (const [pattern, replacement] of replacements) redacted = redacted.replace(pattern, replacement)
  return redacted.replace(run, (found) => (isRandom(found) ? removed : found))
}

const deepest = 4
const mostEntries = 50

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (value instanceof Error) return redactFields(describeError(value), depth)
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? undefined : value
  if (value instanceof Date) return value
  if (depth >= deepest) return '[object]'
  if (Array.isArray(value)) return value.slice(0, mostEntries).map((one) => redactValue(one, depth + 1))
  const prototype = Object.getPrototypeOf(value)
  // Requests, sockets, buffers and the like: their name is enough.
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor?.name ?? 'object'}]`
  return redactFields(value as Record<string, unknown>, depth + 1)
}

/**
 * Copies the fields of a log line without secrets: values under the name of one are replaced, and so is text that has the
 * shape of one. Objects are copied four levels deep, so that no library logs a whole request.
 */
export function redactFields(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, mostEntries)
      .map(([key, value]) => [key, isSecret(key) ? removed : redactValue(value, depth)]),
  )
}
