import type { FieldSubject } from '@muster/contract/field-subjects.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { AppError, forbidden } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { mayEditField, maySeeField } from '../policies/field-policy.ts'
import { attachFieldFiles } from '../policies/file-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { Field } from './field.ts'
import { fieldTypeRules, UnfitValue } from './field-types.ts'
import { keepFields, loadFields } from './load-fields.ts'

type Values = Readonly<Record<string, FieldValue>>

/** A value that differs from the stored one. */
export interface ValueChange {
  field: Field
  before: FieldValue | null
  after: FieldValue | null
}

interface ReadingContext {
  actor: Actor
  stored: Values
  /** The active users among the values. */
  users: ReadonlySet<string>
  /** The files among the values that the actor may see. */
  files: ReadonlySet<string>
}

function storedValue(values: Values, key: string): FieldValue | null {
  return Object.hasOwn(values, key) ? (values[key] ?? null) : null
}

export const isSameValue = (a: FieldValue | null, b: FieldValue | null) =>
  JSON.stringify(a) === JSON.stringify(b)

/** @throws UnfitValue for a retired option that was not chosen before */
function assertChoosable(value: FieldValue | null, before: FieldValue | null, { options }: Field): void {
  const had = [before].flat()
  const retired = [value]
    .flat()
    .find((id) => !had.includes(id) && options.find((each) => each.id === id)?.retired)
  const label = options.find(({ id }) => id === retired)?.label
  if (label) throw new UnfitValue(t`“${label}” cannot be chosen any more`)
}

function readValue(
  value: unknown,
  field: Field,
  { actor, stored, users, files }: ReadingContext,
): FieldValue | null {
  if (value === null || value === undefined) return null
  const rules = fieldTypeRules[field.type]
  const before = storedValue(stored, field.key)
  const read = rules.read(value, field, { country: actor.workspace.defaultCountry })
  if (rules.has?.options) assertChoosable(read, before, field)
  if (rules.refersTo === 'users' && !isSameValue(read, before) && !users.has(String(read)))
    throw new UnfitValue(t`Choose an active user`)
  if (rules.refersTo === 'files' && !isSameValue(read, before) && !files.has(String(read)))
    throw new UnfitValue(t`File not found. Upload it first.`)
  return read
}

/** Returns which of the IDs are those of active users. */
async function findUsers(tx: Database, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id::text = any(${ids}::text[])`)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function idsOf(kind: 'users' | 'files', fields: readonly Field[], input: Record<string, unknown>): string[] {
  return fields
    .filter((field) => fieldTypeRules[field.type].refersTo === kind)
    .map((field) => input[field.key])
    .filter((value) => typeof value === 'string')
    .map((value) => value.toLowerCase())
    .filter((value) => uuid.test(value))
}

interface SentValues {
  fields: readonly Field[]
  changes: ValueChange[]
  /** What is wrong with the values, by their paths. */
  details: Record<string, string[]>
}

async function readSent(
  tx: Database,
  actor: Actor,
  subject: FieldSubject,
  sent: Record<string, unknown>,
  stored: Values,
  at: string,
): Promise<SentValues> {
  await keepFields(tx, actor.workspaceId)
  const fields = await loadFields(tx, actor.workspaceId, subject)
  const known = fields.filter((field) => maySeeField(actor, field) && Object.hasOwn(sent, field.key))
  const details: Record<string, string[]> = {}
  const knownKeys = new Set(known.map(({ key }) => key))
  for (const key of Object.keys(sent)) if (!knownKeys.has(key)) details[`${at}.${key}`] = [t`Unknown field`]
  const users = await findUsers(tx, actor.workspaceId, idsOf('users', known, sent))
  const changed = known.filter((field) => sent[field.key] !== storedValue(stored, field.key))
  const files = await attachFieldFiles(tx, actor, idsOf('files', changed, sent))
  const changes: ValueChange[] = []
  for (const field of known) {
    try {
      const before = storedValue(stored, field.key)
      const after = readValue(sent[field.key], field, { actor, stored, users, files })
      if (isSameValue(before, after)) continue
      if (!mayEditField(actor, field)) throw forbidden(t`Your role cannot change this field: ${field.label}`)
      changes.push({ field, before, after })
    } catch (error) {
      if (!(error instanceof UnfitValue)) throw error
      details[`${at}.${field.key}`] = [error.message]
    }
  }
  return { fields, changes, details }
}

function throwInvalid(details: Record<string, string[]>): void {
  if (Object.keys(details).length) throw new AppError('VALIDATION', t`Some fields are invalid`, { details })
}

/**
 * Checks the values sent for a row against the definitions, and returns those that change.
 * @param stored the row's values; of a new row none
 * @param at the path of the input, in messages
 * @throws VALIDATION by `customFields.<key>`; FORBIDDEN for a field that the actor may not change
 */
export async function readValues(
  tx: Database,
  actor: Actor,
  subject: FieldSubject,
  input: Record<string, unknown> | undefined,
  stored: Values = {},
  { isNew = false, at = 'customFields' }: { isNew?: boolean; at?: string } = {},
): Promise<ValueChange[]> {
  if (!input && !isNew) return []
  const { fields, changes, details } = await readSent(tx, actor, subject, input ?? {}, stored, at)
  const after = applyChanges(stored, changes)
  for (const field of fields) {
    if (field.required.always && mayEditField(actor, field) && storedValue(after, field.key) === null)
      details[`${at}.${field.key}`] ??= [t`Required`]
  }
  throwInvalid(details)
  return changes
}

/** A value that many rows get; null empties the field. */
export type NewValue = Pick<ValueChange, 'field' | 'after'>

/**
 * Reads values that many rows get, whatever theirs are.
 * @throws VALIDATION by `customFields.<key>`; FORBIDDEN for a field that the actor may not change
 */
export async function readForMany(
  tx: Database,
  actor: Actor,
  subject: FieldSubject,
  input: Record<string, unknown>,
): Promise<NewValue[]> {
  const at = 'customFields'
  const { fields, changes, details } = await readSent(tx, actor, subject, input, {}, at)
  const cleared = fields
    .filter((field) => Object.hasOwn(input, field.key) && !details[`${at}.${field.key}`])
    .filter((field) => !changes.some((change) => change.field === field))
  for (const field of cleared) {
    if (!mayEditField(actor, field)) throw forbidden(t`Your role cannot change this field: ${field.label}`)
    if (field.required.always) details[`${at}.${field.key}`] = [t`Required`]
  }
  throwInvalid(details)
  return [...changes, ...cleared.map((field) => ({ field, after: null }))]
}

/** Returns what new values change in a row. */
export function changesOf(stored: Values, values: readonly NewValue[]): ValueChange[] {
  return values
    .map(({ field, after }) => ({ field, before: storedValue(stored, field.key), after }))
    .filter(({ before, after }) => !isSameValue(before, after))
}

/** As `readValues`, for values that many rows get where theirs are empty. */
export async function readFilling(
  tx: Database,
  actor: Actor,
  subject: FieldSubject,
  input: Record<string, unknown> = {},
  at = 'customFields',
): Promise<ValueChange[]> {
  if (Object.keys(input).length === 0) return []
  const { changes, details } = await readSent(tx, actor, subject, input, {}, at)
  throwInvalid(details)
  return changes
}

/** Returns a row's values after changes. */
export function applyChanges(stored: Values, changes: readonly ValueChange[]): Record<string, FieldValue> {
  const values = { ...stored }
  for (const { field, after } of changes) {
    if (after === null) delete values[field.key]
    else values[field.key] = after
  }
  return values
}

/** Returns a value as people read it. `names` are those of users and files. */
export function showValue(
  value: FieldValue | null,
  field: Field,
  names: ReadonlyMap<string, string>,
): string | null {
  if (value === null) return null
  const { refersTo, show } = fieldTypeRules[field.type]
  if (refersTo) return names.get(String(value)) ?? String(value)
  return show?.(value as never, field) ?? String(value)
}

/** Returns the changed values as people read them, by the label of the field. */
export async function describeChanges(tx: Database, workspaceId: string, changes: readonly ValueChange[]) {
  const names = new Map<string, string>()
  for (const table of ['users', 'files'] as const) {
    const ids = changes
      .filter(({ field }) => fieldTypeRules[field.type].refersTo === table)
      .flatMap(({ before, after }) => [before, after])
      .filter((id) => id !== null)
    if (ids.length === 0) continue
    const named = await tx
      .selectFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .select(['id', 'name'])
      .execute()
    for (const { id, name } of named) names.set(id, name)
  }
  return changes.map(({ field, before, after }) => ({
    field,
    oldValue: showValue(before, field, names),
    newValue: showValue(after, field, names),
  }))
}
