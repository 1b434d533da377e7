import { describeError } from './without-personal-data.ts'

const removed = '[redacted]'

/** Names of fields whose value is a secret, or a message that may contain one, in any object. */
const secretKey =
  /authorization|cookie|passw|passphrase|secret|token|api.?key|private.?key|credential|signature|recovery|totp|^otp|otp.?code$|^(?:pass|pwd|auth|jwt|headers?|raw.?headers?|body|payload|html|text|query|params|parameters|values|bindings|detail|input|url|link|connection.?string)$/i

/** Codes of a second factor. Error codes are shorter or have letters. */
const typedCode = /^\d{6,8}$/

function isSecret(key: string, value?: unknown): boolean {
  if (secretKey.test(key)) return !key.endsWith('Id')
  return /code$/i.test(key) && typedCode.test(String(value))
}

const replacements: [RegExp, string][] = [
  // User and password of a URL; an unencoded password may contain slashes.
  [/([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@:]*:[^\s"'<>]*@/gi, `$1${removed}@`],
  [/([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@]+@/gi, `$1${removed}@`],
  [/\b((?:set-)?cookie:\s*)[^\r\n"]+/gi, `$1${removed}`],
  [/\b(authorization["']?\s*[=:]\s*["']?)[^\r\n"',;]+/gi, `$1${removed}`],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${removed}`],
  // A field of JSON, also of JSON within JSON.
  [
    /((?:token|secret|passw|passphrase|api[_-]?key)\w{0,40}\\{0,8}["']\s*:\s*\\*["'])[^"'\\]+/gi,
    `$1${removed}`,
  ],
  // `token=…` in a query, a form or a sentence.
  [
    /\b([\w-]{0,40}(?:token|secret|password|api[_-]?key|signature|credential))(["']?\s*(?:[=:]|%3[ad])\s*["']?)[^\s&"',;]+/gi,
    `$1$2${removed}`,
  ],
  // Recovery codes, in the format of `recovery-codes.ts`.
  [/\b[a-z2-9]{4}(?:-[a-z2-9]{4}){6}\b/gi, removed],
]

/** Long runs without a gap: keys, hashes and tokens. */
const run = /[\w+/=-]{20,}/g
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Tells words from random text: paths and identifiers consist of words, random text of long stretches of letters and
 * digits.
 */
function isRandom(text: string): boolean {
  if (uuid.test(text)) return false
  if (text.length >= 40 && !text.includes('/') && [/\d/, /[a-z]/, /[A-Z]/].every((kind) => kind.test(text)))
    return true
  return text.split(/[/_-]/).some((part) => part.length >= 16 && /\d/.test(part) && /[a-z]/i.test(part))
}

/** Words, ids and times, of which most lines consist: too short or too regular for a secret. */
const plain = /^(?:[\w.]{0,15}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/i

/** Longer than a stack trace. It bounds the cost of the patterns. */
const maxText = 8_000

/** Removes what looks like a secret from a line of text, and cuts a very long line. */
export function redactText(text: string): string {
  if (plain.test(text)) return text
  let redacted = text.length > maxText ? `${text.slice(0, maxText)}…` : text
  for (const [pattern, replacement] of replacements) redacted = redacted.replace(pattern, replacement)
  return redacted.replace(run, (found) => (isRandom(found) ? removed : found))
}

const maxDepth = 4
const maxEntries = 50

/** In lists of headers each value follows its name. */
function redactList(list: readonly unknown[], depth: number): unknown[] {
  return list.slice(0, maxEntries).map((one, index) => {
    const before = list[index - 1]
    return typeof before === 'string' && isSecret(before) ? removed : redactValue(one, depth + 1)
  })
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (value instanceof Error) return redactFields(describeError(value), depth)
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? undefined : value
  if (value instanceof Date) return value
  if (depth >= maxDepth) return '[object]'
  if (Array.isArray(value)) return redactList(value, depth)
  const prototype = Object.getPrototypeOf(value)
  // Requests, sockets, buffers and other instances: the class name is enough.
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor?.name ?? 'object'}]`
  return redactFields(value as Record<string, unknown>, depth + 1)
}

/**
 * Copies a log line's fields without secrets: it replaces values under a secret's name, and text that looks like one.
 * Objects are copied four levels deep, so that no library logs a whole request.
 */
export function redactFields(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, maxEntries)
      .map(([key, value]) => [key, isSecret(key, value) ? removed : redactValue(value, depth)]),
  )
}

/** Redacts a line as it is written, so that nothing bypasses it: no format arguments, no fields of a child logger. */
export function redactLine(line: string): string {
  try {
    // A trace id looks like a secret but is none.
    const { traceId, ...fields } = JSON.parse(line) as Record<string, unknown>
    return `${JSON.stringify({ ...redactFields(fields), ...(traceId ? { traceId } : {}) })}\n`
  } catch {
    return `${JSON.stringify({ level: 'error', msg: redactText(line.trim()) })}\n`
  }
}
