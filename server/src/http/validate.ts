import type { Language } from '@muster/contract/languages.ts'
import { findUnknownFields, type UnknownField } from '@muster/contract/unknown-fields.ts'
import { locales, type z } from 'zod'
import { currentLanguage, t, translate } from '#texts'
import { AppError } from '../app-error.ts'
import { closestName } from '../closest-name.ts'

/** Zod's own messages in each language but English. Messages of our schemas are in the catalog. */
const zodMessages = { en: undefined, de: locales.de().localeError } satisfies Record<Language, unknown>

/** Returns the path of a string that PostgreSQL cannot store: one with NUL or a lone surrogate. */
function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? path : null
  if (value === null || typeof value !== 'object') return null
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(key, path) ?? findUnstorable(inner, path ? `${path}.${key}` : key)
    if (found !== null) return found
  }
  return null
}

function unknownMessage({ path, known }: UnknownField, part: 'body' | 'query'): string {
  const suggestion = closestName(path.split('.').at(-1)!, known)
  if (part === 'query')
    return suggestion ? t`Unknown parameter. Did you mean ${suggestion}?` : t`Unknown parameter`
  return suggestion ? t`Unknown field. Did you mean ${suggestion}?` : t`Unknown field`
}

/** Returns plainer messages than Zod's, in the words of somebody who writes a program. */
function explain({ code, input, ...issue }: z.core.$ZodRawIssue): string | undefined {
  if (code === 'invalid_type' && input === undefined) return t`Required`
  if (code === 'invalid_type' && Number.isNaN(input)) return t`Enter a number`
  if (code !== 'invalid_format' || issue.format !== 'datetime') return undefined
  return / \d\d:\d\d$/.test(String(input))
    ? t`Write + as %2B in an address`
    : t`Enter a time, such as 2026-01-12T09:30:00Z`
}

/** Returns whether a parameter that takes one value was sent several times. */
function isRepeated(value: unknown, [name]: readonly PropertyKey[]): boolean {
  return Array.isArray((value as Record<PropertyKey, unknown> | null)?.[name ?? ''])
}

/**
 * Validates input against a schema. Without one, the endpoint takes nothing.
 * @throws VALIDATION with `details`: field path → messages
 */
export function validate(schema: z.ZodType | undefined, value: unknown, part: 'body' | 'query'): unknown {
  const details: Record<string, string[]> = Object.create(null)
  for (const unknown of findUnknownFields(schema, value))
    details[unknown.path] = [unknownMessage(unknown, part)]
  const ownMessage = zodMessages[currentLanguage()]
  const result = schema?.safeParse(value, { error: (issue) => explain(issue) ?? ownMessage?.(issue) })
  for (const issue of result?.error?.issues ?? []) {
    // Reported above, by name.
    if (issue.code === 'unrecognized_keys') continue
    const path = issue.path.map(String).join('.') || 'body'
    const message =
      part === 'query' && issue.code === 'invalid_type' && isRepeated(value, issue.path)
        ? t`Send this parameter only once`
        : translate(issue.message)
    details[path] = [...(details[path] ?? []), message]
  }
  const unstorable = result?.success ? findUnstorable(result.data, '') : null
  if (unstorable !== null) details[unstorable || 'body'] = [t`Contains characters that cannot be stored`]
  if (Object.keys(details).length) throw new AppError('VALIDATION', t`Some fields are invalid`, { details })
  return result?.data
}
