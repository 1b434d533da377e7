import { describeError } from './without-personal-data.ts'

const removed = '[redacted]'

/** Fields whose value is a secret, or a message that may hold one, in whatever object they are. */
const secretKey =
  /authorization|cookie|passw|passphrase|secret|token|api.?key|private.?key|credential|signature|recovery|totp|^otp|otp.?code$|^(?:pass|pwd|auth|jwt|headers?|raw.?headers?|body|payload|html|text|query|params|parameters|values|bindings|detail|input|url|link|connection.?string)$/i

/** Codes of a second factor; those of errors are shorter or have letters. */
const typedCode = /^\d{6,8}$/

function isSecret(key: string, value?: unknown): boolean {
  if (secretKey.test(key)) return !key.endsWith('Id')
  return /code$/i.test(key) && typedCode.test(String(value))
}

const replacements: [RegExp, string][] = [
  // The user and password of an address; a password that is not encoded may have slashes and more.
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
  // Recovery codes, as `recovery-codes.ts` writes them.
  [/\b[a-z2-9]{4}(?:-[a-z2-9]{4}){6}\b/gi, removed],
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

/** Words, ids and times, of which most lines are made: too short or too regular for a secret. */
const plain = /^(?:[\w.]{0,15}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/i

/** More than a stack needs. It bounds what a pattern can cost. */
const longestText = 8_000

/** Removes what has the shape of a secret from a line of text, and its end where it is very long. */
export function redactText(text: string): string {
  if (plain.test(text)) return text
  let redacted = text.length > longestText ? `${text.slice(0, longestText)}…` : text
  for (const [pattern, replacement] of replacements) redacted = redacted.replace(pattern, replacement)
  return redacted.replace(run, (found) => (isRandom(found) ? removed : found))
}

const deepest = 4
const mostEntries = 50

/** Lists of headers have each value right after its name. */
function redactList(list: readonly unknown[], depth: number): unknown[] {
  return list.slice(0, mostEntries).map((one, index) => {
    const before = list[index - 1]
    return typeof before === 'string' && isSecret(before) ? removed : redactValue(one, depth + 1)
  })
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (value instanceof Error) return redactFields(describeError(value), depth)
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? undefined : value
  if (value instanceof Date) return value
  if (depth >= deepest) return '[object]'
  if (Array.isArray(value)) return redactList(value, depth)
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
      .map(([key, value]) => [key, isSecret(key, value) ? removed : redactValue(value, depth)]),
  )
}

/** Redacts a line as it is written, so that nothing gets past: no arguments of a format, no fields of a child. */
export function redactLine(line: string): string {
  try {
    // The id of a trace looks like a secret and is none.
    const { traceId, ...fields } = JSON.parse(line) as Record<string, unknown>
    return `${JSON.stringify({ ...redactFields(fields), ...(traceId ? { traceId } : {}) })}\n`
  } catch {
    return `${JSON.stringify({ level: 'error', msg: redactText(line.trim()) })}\n`
  }
}
