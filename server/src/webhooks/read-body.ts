import { t } from '#texts'
import { AppError } from '../http/app-error.ts'

/** Deeper than anything providers send; what is walked through must not exhaust the stack. */
const deepest = 60

/** Text PostgreSQL takes: without NUL and half characters. */
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storable(value)
  // JSON knows no other numbers, and jsonb none beyond these.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) throw new AppError('BAD_REQUEST', t`The body is nested too deeply`)
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
 * The bytes of a report as values, after their signature was checked. What they mean is for each provider's reader.
 * @throws BAD_REQUEST when they are neither JSON nor a form
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
