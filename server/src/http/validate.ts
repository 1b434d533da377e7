import type { Language } from '@muster/contract/languages.ts'
import { locales, type z } from 'zod'
import { spokenLanguage, t, translate } from '#texts'
import { AppError } from './app-error.ts'

/** What Zod says of itself in each language but English; what a schema says is in the catalogue. */
const zodMessages = { en: undefined, de: locales.de().localeError } satisfies Record<Language, unknown>

/** PostgreSQL can store neither NUL nor a lone surrogate; a client that sends one made a mistake. */
function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? path : null
  if (value === null || typeof value !== 'object') return null
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(key, path) ?? findUnstorable(inner, path ? `${path}.${key}` : key)
    if (found !== null) return found
  }
  return null
}

/**
 * Checks what was sent against its schema.
 * @throws VALIDATION with `details`: path of the field → messages
 */
export function validate(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: zodMessages[spokenLanguage()] })
  if (!result.success) {
    const details: Record<string, string[]> = Object.create(null)
    for (const issue of result.error.issues) {
      const path = issue.path.map(String).join('.') || 'body'
      details[path] = [...(details[path] ?? []), translate(issue.message)]
    }
    throw new AppError('VALIDATION', t`Some fields need another look`, { details })
  }
  const unstorable = findUnstorable(result.data, '')
  if (unstorable !== null)
    throw new AppError('VALIDATION', t`Some fields need another look`, {
      details: { [unstorable || 'body']: [t`Has characters that cannot be stored`] },
    })
  return result.data
}
