import { z } from 'zod'
import { candidateLengths } from './text-lengths.ts'

/** A UUIDv7 made by the server. */
export const id = z.uuid()

/** Within the years 1900 to 2999, whatever the offset: other years are more likely typing errors. */
function isPlausibleYear(value: string): boolean {
  const year = new Date(value).getUTCFullYear()
  return year >= 1900 && year < 3000
}

/** ISO 8601, UTC, with milliseconds. */
export const timestamp = z.iso
  .datetime({ offset: true, abort: true })
  .refine(isPlausibleYear, /*i18n*/ 'Enter a year from 1900 to 2999')

function isTimezone(name: string): boolean {
  // Some implementations accept "+05:30" as a name, and with opposite signs.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** An IANA name, such as `Europe/Oslo`. */
export const timezone = z
  .string()
  .max(60)
  .refine(isTimezone, /*i18n*/ 'Enter a timezone, such as Europe/Oslo')
  .describe('An IANA name, such as `Europe/Oslo`')

const atMost = /*i18n*/ 'At most {max} characters'

/** Trimmed text of up to `max` characters; a `min` of 1 makes it required. */
export function text(max: number, min: 0 | 1 = 0) {
  const trimmed = z
    .string()
    .trim()
    .max(max, atMost.replace('{max}', String(max)))
  return min === 1 ? trimmed.min(1, /*i18n*/ 'Required') : trimmed
}

/** Text where an empty string means "no value". */
export function optionalText(max: number) {
  return text(max)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null))
}

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(candidateLengths.email)
  .pipe(z.email(/*i18n*/ 'Enter a valid email address'))

/** A password as typed, spaces included. Rules for new passwords are checked where they are set. */
export const password = z.string().min(1, /*i18n*/ 'Required').max(1000)

export const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, /*i18n*/ 'Enter a color, such as #2563EB')
  .describe('As `#rrggbb`')

/** A tag. The case is preserved for names such as "CDL-A". */
export const tag = text(40, 1)

const maxVersion = 2_147_483_647
const versionText = 'As you read it. The call is a 409 if the row has changed since.'

export const version = z.int().min(1).max(maxVersion).describe(versionText)

/** The query of a call without a body that changes only what one has read. */
export const versionQuery = z.object({
  version: z.coerce.number().int().min(1).max(maxVersion).optional().describe(versionText),
})

/** A query parameter given once, repeated, or as a comma-separated list; parsed to an array. */
export function list<Item extends z.ZodType<unknown, string>>(item: Item, max = 100) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value) =>
      (Array.isArray(value) ? value : [value]).flatMap((part) => part.split(',')).filter(Boolean),
    )
    .pipe(z.array(item).max(max))
    .optional()
}

/** A query parameter of lists whose rows have URLs: returns only these rows. */
export const onlyIds = list(id).describe('These rows alone')

/** A free-text query parameter, given once or repeated. Commas belong to the text. */
export function repeated<Item extends z.ZodType<unknown, string>>(item: Item, max = 100) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (Array.isArray(value) ? value : [value]).filter(Boolean))
    .pipe(z.array(item).max(max))
    .optional()
}

/** A yes/no query parameter. */
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1')
  .optional()

/** A user, as shown beside what they own or did. */
export const userRef = z.object({ id, name: z.string() })

export const idParams = z.object({ id })
