import {
  type FieldOperator,
  type FieldType,
  fieldLimits,
  fieldTypes,
} from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { email, id, timestamp } from '@muster/contract/fields.ts'
import { isOneLine } from '@muster/contract/names.ts'
import { type RawBuilder, sql } from 'kysely'
import type { CountryCode } from 'libphonenumber-js/max'
import { t } from '#texts'
import { readPhone } from '../contact-formats/read-phone.ts'
import { day, type ExportColumn, flag, joinItems, number, text, time } from '../exports/export-column.ts'
import { formatMoney, formatNumber, fractionDigits } from '../texts/format.ts'
import type { Field } from './field.ts'

/** Why a value is not one of a field, in the user's words. */
export class UnfitValue extends Error {}

interface ReadingOptions {
  /** The workspace's: numbers without a country code are read as its numbers. */
  country: string
}

/** Reads the cells of a file, as was decided for all of it. Each throws `UnfitValue`. */
export interface CellReader {
  /** Returns `YYYY-MM-DD`, perhaps followed by a time. */
  date(text: string): string
  /** Returns such a date as ISO 8601, UTC. */
  toInstant(date: string): string
  answer(text: string): boolean
  /** Returns the ID of the user with this name or email address. */
  user(text: string): string
  /** The file was exported here: its texts are taken as they stand, its numbers have no separators of thousands. */
  isExport: boolean
}

/** Writes values as cells that another type reads. */
export interface CellWriter {
  /** Returns an instant as the time on the workspace's clocks, `YYYY-MM-DDTHH:MM:SS`. */
  toClock(instant: string): string
  nameOf(userId: string): string
  /** Numbers without their unit or currency. */
  isPlain: boolean
}

/** What a type of custom field is. */
interface FieldTypeRules {
  /**
   * Returns a value in the form in which it is stored, or null for none. Whether a user or a file exists is checked
   * by the caller.
   * @throws UnfitValue
   */
  read(value: unknown, field: Field, options: ReadingOptions): FieldValue | null
  /**
   * Returns what the cell of a file says, in the form that `read` takes; by default its text.
   * @throws UnfitValue
   */
  fromCell?(text: string, field: Field, reader: CellReader): unknown
  /** Returns a value as a cell, which `fromCell` of another type reads; by default its text. */
  toCell?(value: never, field: Field, writer: CellWriter): string
  /** Returns its column in an export, which `fromCell` reads; by default a text. */
  exported?(
    header: string,
    value: { json: RawBuilder<unknown>; text: RawBuilder<unknown> },
    field: Field,
    options: { workspaceId: string; timezone: string },
  ): ExportColumn
  /** Returns the JSON schema of its values. */
  schema(field: Field): Record<string, unknown>
  /** Returns a value as people read it, in the history. */
  show?(value: never, field: Field): string
  /**
   * Returns the value that a filter compares with, as it is written in an address.
   * @throws UnfitValue
   */
  readOperand(text: string, field: Field): FieldValue
  operators: readonly FieldOperator[]
  /** Lists can be sorted by it: `sort_key` in repeatable/application-sort-keys.sql says how. */
  isSortable?: true
  /** The rows whose IDs are the values. */
  refersTo?: 'users' | 'files'
  /** The value contains text of any kind, which may name a person: erasure removes it. */
  isFreeText?: true
  has?: { options?: true; currency?: true; unit?: true; maxLength?: true; range?: true }
}

const always = ['empty', 'filled'] as const
const ofText = ['is', 'isNot', 'contains', ...always] as const
const ofNumbers = ['is', 'isNot', 'gt', 'gte', 'lt', 'lte', ...always] as const
const ofTimes = ['is', 'isNot', 'before', 'after', ...always] as const
const ofChoices = ['is', 'isNot', 'anyOf', ...always] as const

/** Beyond this, numbers lose digits in JSON. */
const largest = Number.MAX_SAFE_INTEGER

function readText(value: unknown, { validation }: Field, most: number): string | null {
  if (typeof value !== 'string') throw new UnfitValue(t`Enter a text`)
  const text = value.trim()
  const limit = Math.min(validation.maxLength ?? most, most)
  if (text.length > limit) throw new UnfitValue(t`At most ${limit} characters`)
  return text || null
}

function readLine(value: unknown, field: Field, most: number = fieldLimits.text): string | null {
  const text = readText(value, field, most)
  if (text && !isOneLine(text)) throw new UnfitValue(t`Use a single line without invisible characters`)
  return text
}

function assertInRange(value: number, { validation: { min, max } }: Field, show: (bound: number) => string) {
  if (min !== undefined && value < min) throw new UnfitValue(t`Enter ${show(min)} or more`)
  if (max !== undefined && value > max) throw new UnfitValue(t`Enter ${show(max)} or less`)
}

function readNumber(value: unknown, field: Field): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new UnfitValue(t`Enter a number`)
  if (Math.abs(value) > largest) throw new UnfitValue(t`This number is too large`)
  assertInRange(value, field, formatNumber)
  // Stored numbers have no negative zero.
  return value === 0 ? 0 : value
}

function readMoney(value: unknown, field: Field): FieldValue {
  const { amount, currency, ...rest } = (
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  ) as Record<string, unknown>
  if (!Number.isSafeInteger(amount) || typeof currency !== 'string' || Object.keys(rest).length > 0)
    throw new UnfitValue(t`Enter an amount with its currency`)
  if (currency !== field.currency)
    throw new UnfitValue(t`The currency of this field is ${field.currency ?? ''}`)
  assertInRange(amount as number, field, (bound) => formatNumber(bound))
  return { amount: (amount as number) || 0, currency }
}

function readDate(value: unknown): string {
  const refusal = () => new UnfitValue(t`Enter a date, such as 2026-01-31`)
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) throw refusal()
  const date = new Date(`${value}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value) throw refusal()
  if (value < '1900' || value >= '3000') throw new UnfitValue(t`Enter a year from 1900 to 2999`)
  return value
}

function readTime(value: unknown): string {
  const time = timestamp.safeParse(value)
  if (!time.success) throw new UnfitValue(t`Enter a time, such as 2026-01-12T09:30:00Z`)
  return new Date(time.data).toISOString()
}

function readBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new UnfitValue(t`Choose yes or no`)
  return value
}

/**
 * Returns the option's ID, or that of the option that it was merged into. A retired one stays where it is: the caller
 * knows what was chosen before.
 */
function readOption(value: unknown, { options }: Field): string {
  const option = typeof value === 'string' ? options.find(({ id }) => id === value) : undefined
  if (!option) throw new UnfitValue(t`Choose one of the options`)
  return option.mergedInto ?? option.id
}

function readOptions(value: unknown, field: Field): string[] | null {
  if (!Array.isArray(value)) throw new UnfitValue(t`Choose from the options`)
  if (value.length > fieldLimits.options) throw new UnfitValue(t`At most ${fieldLimits.options} options`)
  const chosen = new Set(value.map((each) => readOption(each, field)))
  // In the order of the options, so that equal choices are equal values.
  const ids = field.options.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  return ids.length ? ids : null
}

function readId(value: unknown, message: string): string {
  const found = id.safeParse(value)
  if (!found.success) throw new UnfitValue(message)
  return found.data.toLowerCase()
}

function readLink(value: unknown, field: Field): string | null {
  const typed = readLine(value, field, 2000)
  if (!typed) return null
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.') || url.username || url.password)
    throw new UnfitValue(t`Enter a link, such as https://example.com`)
  if (url.href.length > 2000) throw new UnfitValue(t`At most ${2000} characters`)
  return url.href
}

function readPhoneNumber(value: unknown, field: Field, { country }: ReadingOptions): string | null {
  const typed = readLine(value, field, 60)
  if (!typed) return null
  const { value: phone, problem } = readPhone(typed, country as CountryCode)
  if (!phone || problem?.code === 'ambiguous_phone')
    throw new UnfitValue(t`Enter a phone number with its country code, such as +1 312 555 0148`)
  return phone.extension ? `${phone.e164} ext. ${phone.extension}` : phone.e164
}

function readEmail(value: unknown, field: Field): string | null {
  const typed = readLine(value, field, 254)
  if (!typed) return null
  const address = email.safeParse(typed)
  if (!address.success) throw new UnfitValue(t`Enter a valid email address`)
  return address.data
}

function operandNumber(text: string): number {
  if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(text)) throw new UnfitValue(t`Enter a number`)
  return Number(text)
}

function operandBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new UnfitValue(t`Enter true or false`)
  return text === 'true'
}

function operandText(text: string): string {
  if (!text) throw new UnfitValue(t`Enter a text`)
  return text
}

const operandUser = (text: string) => readId(text, t`Choose a user`)

function labelOf(id: string, { options }: Field): string {
  return options.find((option) => option.id === id)?.label ?? id
}

const oneLine = (text: string, _field: Field, { isExport }: CellReader) =>
  isExport ? text : text.replace(/\s+/g, ' ')

/** Returns a number as a program writes it, without its unit, spaces and separators of thousands. */
function plainNumber(text: string, { unit }: Field, { isExport }: CellReader, decimals?: number): string {
  const bare = unit && text.endsWith(unit) ? text.slice(0, -unit.length) : text
  const number = bare
    .replace(/[\s\u2019']/g, '')
    .replace(/^\+/, '')
    .replace('\u2212', '-')
  if (isExport || !/[.,]/.test(number)) return number
  const [separator] = /[.,](?!.*[.,])/.exec(number)!
  const other = separator === '.' ? ',' : '.'
  const after = number.length - number.lastIndexOf(separator) - 1
  const isGrouped = number.includes(other) || number.split(separator).length > 2
  if (isGrouped && !/^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d*)?$/.test(number))
    throw new UnfitValue(t`Enter a number`)
  const hasDecimals = number.split(separator).length === 2
  if (after === 3 && !isGrouped && decimals !== undefined && decimals < 3)
    return number.replace(separator, '')
  if (after === 3 && !isGrouped && !/^-?0/.test(number))
    throw new UnfitValue(t`It could mean thousands or decimals. Write it without a separator of thousands.`)
  const whole = number.replaceAll(other, '')
  return hasDecimals ? whole.replace(separator, '.') : whole.replaceAll(separator, '')
}

function cellNumber(text: string, field: Field, reader: CellReader): number {
  const number = plainNumber(text, field, reader)
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(number)) throw new UnfitValue(t`Enter a number`)
  return Number(number)
}

function cellMoney(text: string, field: Field, reader: CellReader): unknown {
  const currency = field.currency ?? ''
  const format = (currencyDisplay: 'narrowSymbol' | 'symbol') =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
  const symbols = (['narrowSymbol', 'symbol'] as const).flatMap((display) =>
    format(display)
      .formatToParts(0)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value),
  )
  const bare = [currency, ...symbols].reduce((rest, sign) => rest.replace(sign, ''), text).trim()
  const digits = fractionDigits(currency)
  const number = plainNumber(bare, field, reader, digits)
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(number)
  if (!match || match[3]?.slice(digits).replace(/0/g, ''))
    throw new UnfitValue(t`Enter an amount in ${currency}`)
  const minor = Number(`${match[2]}${(match[3] ?? '').slice(0, digits).padEnd(digits, '0')}`)
  return { amount: match[1] ? -minor : minor, currency }
}

/** Returns a label without differences that people do not see. */
export const foldLabel = (label: string) => label.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

function cellOption(text: string, { options }: Field): string {
  const folded = foldLabel(text)
  const option =
    options.find(({ label }) => label === text) ?? options.find(({ label }) => foldLabel(label) === folded)
  if (!option) throw new UnfitValue(t`It is not one of the options`)
  return option.id
}

function cellOptions(text: string, field: Field): string[] {
  if (field.options.some(({ label }) => foldLabel(label) === foldLabel(text)))
    return [cellOption(text, field)]
  const listed = text.startsWith('[') ? parseList(text) : null
  const parts = listed ?? text.split(/[,;|\n]/)
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => cellOption(part, field))
}

/** Reads a list of texts as an export writes it if one of them contains a separator. */
function parseList(text: string): string[] | null {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : null
  } catch {
    return null
  }
}

const bounds = (minimum: number | undefined, maximum: number | undefined) => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
})

export const fieldTypeRules: Record<FieldType, FieldTypeRules> = {
  text: {
    schema: () => ({ type: 'string' }),
    read: (value, field) => readLine(value, field),
    fromCell: oneLine,
    readOperand: operandText,
    operators: ofText,
    isSortable: true,
    isFreeText: true,
    has: { maxLength: true },
  },
  longText: {
    schema: () => ({ type: 'string' }),
    read: (value, field) => readText(value, field, fieldLimits.longText),
    readOperand: operandText,
    operators: ['contains', ...always],
    isFreeText: true,
    has: { maxLength: true },
  },
  number: {
    schema: ({ validation: { min, max } }) => ({ type: 'number', ...bounds(min, max) }),
    read: readNumber,
    fromCell: cellNumber,
    toCell: (value: number, { unit }, { isPlain }) => (unit && !isPlain ? `${value} ${unit}` : String(value)),
    exported: (header, value) => number(header, sql`${value.text}::numeric`),
    show: (value: number, { unit }) => (unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)),
    readOperand: operandNumber,
    operators: ofNumbers,
    isSortable: true,
    has: { unit: true, range: true },
  },
  money: {
    schema: ({ currency, validation: { min, max } }) => ({
      type: 'object',
      required: ['amount', 'currency'],
      properties: { amount: { type: 'integer', ...bounds(min, max) }, currency: { const: currency } },
    }),
    read: readMoney,
    fromCell: cellMoney,
    toCell({ amount, currency }: { amount: number; currency: string }, _field, { isPlain }) {
      const digits = fractionDigits(currency)
      const number = (amount / 10 ** digits).toFixed(digits)
      return isPlain ? number : `${number} ${currency}`
    },
    exported(header, { json }, { currency }) {
      const digits = fractionDigits(currency ?? '')
      return number(
        header,
        sql`round((${json} ->> 'amount')::numeric / ${10 ** digits}::numeric, ${digits}::int)`,
      )
    },
    show: ({ amount, currency }: { amount: number; currency: string }) => formatMoney(amount, currency),
    // In minor units.
    readOperand: operandNumber,
    operators: ofNumbers,
    isSortable: true,
    has: { currency: true, unit: true, range: true },
  },
  date: {
    schema: () => ({ type: 'string', format: 'date' }),
    read: readDate,
    fromCell: (text, _field, { date }) => date(text).slice(0, 10),
    exported: (header, value, _field, { timezone }) =>
      day(header, sql`(${value.text}::date::timestamp at time zone ${timezone}::text)`),
    readOperand: readDate,
    operators: ofTimes,
    isSortable: true,
  },
  dateTime: {
    schema: () => ({ type: 'string', format: 'date-time' }),
    read: readTime,
    fromCell: (text, _field, { date, toInstant }) => toInstant(date(text)),
    toCell: (value: string, _field, { toClock }) => toClock(value).replace('T', ' '),
    exported: (header, value) => time(header, sql`${value.text}::timestamptz`),
    readOperand: readTime,
    operators: ofTimes,
    isSortable: true,
  },
  boolean: {
    schema: () => ({ type: 'boolean' }),
    read: readBoolean,
    fromCell: (text, _field, { answer }) => answer(text),
    toCell: (value: boolean) => (value ? t`Yes` : t`No`),
    exported: (header, value) => flag(header, sql`${value.text}::boolean`),
    show: (value: boolean) => (value ? t`Yes` : t`No`),
    readOperand: operandBoolean,
    operators: ['is', 'isNot', ...always],
    isSortable: true,
  },
  choice: {
    schema: ({ options }) => ({ type: 'string', enum: options.map(({ id }) => id) }),
    read: readOption,
    fromCell: cellOption,
    toCell: labelOf,
    exported: (header, value, field) =>
      text(header, value.text, { format: (id) => labelOf(id, field), repeats: true }),
    show: labelOf,
    readOperand: readOption,
    operators: ofChoices,
    isSortable: true,
    has: { options: true },
  },
  choices: {
    schema: ({ options }) => ({
      type: 'array',
      items: { type: 'string', enum: options.map(({ id }) => id) },
    }),
    read: readOptions,
    fromCell: cellOptions,
    toCell: (ids: string[], field) => joinItems(ids.map((id) => labelOf(id, field))),
    exported: (header, value, field) =>
      text(header, sql`${value.json}::text`, {
        format: (ids) => joinItems((JSON.parse(ids) as string[]).map((id) => labelOf(id, field))),
        repeats: true,
      }),
    show: (ids: string[], field) => ids.map((id) => labelOf(id, field)).join(', '),
    readOperand: readOption,
    operators: ofChoices,
    has: { options: true },
  },
  user: {
    schema: () => ({ type: 'string', format: 'uuid' }),
    read: (value) => readId(value, t`Choose a user`),
    fromCell: (text, _field, { user }) => user(text),
    toCell: (id: string, _field, { nameOf }) => nameOf(id),
    // By email address if another user has the name.
    exported: (header, value, _field, { workspaceId }) =>
      text(
        header,
        sql`(
          select case when exists (
            select from users other
            where other.workspace_id = chosen.workspace_id and other.id <> chosen.id
              and lower(other.name) = lower(chosen.name)
          ) then chosen.email else chosen.name end
          from users chosen
          where chosen.workspace_id = ${workspaceId}::uuid and chosen.id = ${value.text}::uuid
        )`,
        { repeats: true },
      ),
    readOperand: operandUser,
    operators: ofChoices,
    isSortable: true,
    refersTo: 'users',
  },
  file: {
    schema: () => ({ type: 'string', format: 'uuid' }),
    read: (value) => readId(value, t`Choose a file`),
    exported: (header, value, _field, { workspaceId }) =>
      text(
        header,
        sql`(select f.name from files f where f.workspace_id = ${workspaceId}::uuid and f.id = ${value.text}::uuid)`,
      ),
    readOperand: operandText,
    operators: always,
    refersTo: 'files',
    isFreeText: true,
  },
  link: {
    schema: () => ({ type: 'string', format: 'uri' }),
    read: readLink,
    fromCell: oneLine,
    readOperand: operandText,
    operators: ofText,
    isSortable: true,
    isFreeText: true,
  },
  phone: {
    schema: () => ({ type: 'string' }),
    read: readPhoneNumber,
    fromCell: oneLine,
    readOperand: operandText,
    operators: ofText,
    isSortable: true,
    isFreeText: true,
  },
  email: {
    schema: () => ({ type: 'string', format: 'email' }),
    read: readEmail,
    fromCell: oneLine,
    readOperand: operandText,
    operators: ofText,
    isSortable: true,
    isFreeText: true,
  },
}

/** Types whose values erasure removes from applications and calls, beside those of fields marked as personal data. */
export const freeTextTypes = fieldTypes.filter((type) => fieldTypeRules[type].isFreeText)
