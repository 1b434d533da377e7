import { fractionDigits } from '../texts/format.ts'

/** Parsers for untrusted payloads: an invalid value becomes null, never an error. */

type Fields = Record<string, unknown>

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns an object's own fields by name, ignoring case, `_` and `-`: providers spell one name in several ways. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const fields: Fields = Object.create(null)
  for (const [name, each] of Object.entries(value)) {
    const key = plain(name)
    if (each !== null && each !== '' && fields[key] === undefined) fields[key] = each
  }
  return fields
}

/** Returns the first named field that is set. */
export function pick(fields: Fields, ...names: string[]): unknown {
  for (const name of names) {
    const value = fields[plain(name)]
    if (value !== undefined && value !== null && value !== '') return value
  }
  return null
}

export function readText(value: unknown, max = 1000): string | null {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  const trimmed = text.trim()
  return trimmed === '' ? null : trimmed.slice(0, max)
}

export function readNumber(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}

const yes: ReadonlySet<unknown> = new Set([true, 'true', 'yes', '1', 1])
const no: ReadonlySet<unknown> = new Set([false, 'false', 'no', '0', 0])

export function readFlag(value: unknown): boolean | null {
  const plainValue = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (yes.has(plainValue)) return true
  return no.has(plainValue) ? false : null
}

/** Before any provider's first call. Earlier times are mistakes. */
const earliest = Date.UTC(2000, 0, 1)
const latest = Date.UTC(2200, 0, 1)

/** Converts seconds, milliseconds or microseconds since 1970, told apart by magnitude, to milliseconds. */
function fromEpoch(number: number): number {
  const size = Math.abs(number)
  if (size < 1e11) return number * 1000
  return size < 1e14 ? number : number / 1000
}

/** Parses a time in RFC 2822, ISO 8601 (UTC by default) or as a count since 1970. Returns ISO 8601. */
export function readTime(value: unknown): string | null {
  const text = readText(value, 100)
  if (text === null) return null
  const number = Number(text)
  // Without a zone, JavaScript would assume the machine's.
  const zoneless = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)
  const time = Math.round(
    Number.isFinite(number) ? fromEpoch(number) : Date.parse(zoneless ? `${text.replace(' ', 'T')}Z` : text),
  )
  return time >= earliest && time <= latest ? new Date(time).toISOString() : null
}

/** Returns a call's whole seconds; a day at most. */
export function readSeconds(value: unknown, unit: 'seconds' | 'milliseconds' = 'seconds'): number | null {
  const number = readNumber(value)
  if (number === null) return null
  const seconds = Math.round(unit === 'milliseconds' ? number / 1000 : number)
  return seconds >= 0 && seconds <= 86_400 ? seconds : null
}

/** Parses an amount in whole units, such as "-0.03". A cost is never negative, however it is booked. */
export function readCost(value: unknown, unit: unknown = 'USD'): { minor: number; currency: string } | null {
  const amount = readNumber(value)
  const named = readText(unit, 10)?.toUpperCase() ?? 'USD'
  const currency = /^[A-Z]{3}$/.test(named) ? named : 'USD'
  if (amount === null || Math.abs(amount) > 1e6) return null
  // Rounds away binary floating point errors first.
  const minor = Math.round(Number((Math.abs(amount) * 10 ** fractionDigits(currency)).toFixed(6)))
  return { minor, currency }
}

/** Returns a URL that a browser may open. The server never fetches it. */
export function readWebAddress(value: unknown): string | null {
  const text = readText(value, 2000)
  if (!text || !URL.canParse(text)) return null
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && !username && !password ? text : null
}
