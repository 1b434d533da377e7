import { t } from '#texts'
import { AppError } from '../app-error.ts'

/** Deeper than any provider's payload. The recursion must not exhaust the stack. */
const maxDepth = 60

/** Removes what PostgreSQL cannot store: NUL and lone surrogates. */
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storable(value)
  // JSON and jsonb have no infinite numbers.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) throw new AppError('BAD_REQUEST', t`The body is nested too deeply`)
  if (Array.isArray(value)) return value.map((each) => clean(each, depth + 1))
  const entries = Object.entries(value).map(([key, each]) => [storable(key), clean(each, depth + 1)])
  return Object.fromEntries(entries.filter(([key]) => key !== '__proto__'))
}

function parseForm(text: string): Record<string, unknown> {
  const fields = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

/**
 * Parses a report's body after its signature was checked. Each provider's parser interprets it.
 * @throws BAD_REQUEST when it is neither JSON nor a form
 */
export function readBody(raw: Buffer, contentType: string | undefined): unknown {
  const text = raw.toString('utf8')
  if (contentType?.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    return clean(parseForm(text), 0)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('BAD_REQUEST', t`The body is not valid JSON`)
  }
  return clean(value, 0)
}
