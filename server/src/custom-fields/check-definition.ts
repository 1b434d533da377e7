import type { createCustomField, updateCustomField } from '@muster/contract/custom-fields.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { fieldLimits } from '@muster/contract/field-subjects.ts'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { newId } from '../database/new-id.ts'
import type { Field, FieldOption } from './field.ts'
import { fieldTypeRules, UnfitValue } from './field-types.ts'

/** The settings of a field that its definition consists of. */
export type FieldSettings = Pick<
  Field,
  | 'subject'
  | 'type'
  | 'label'
  | 'help'
  | 'section'
  | 'unit'
  | 'currency'
  | 'options'
  | 'validation'
  | 'defaultValue'
  | 'required'
  | 'visibleTo'
  | 'editableTo'
  | 'personal'
  | 'sortable'
  | 'onCards'
>

type SettingsInput = BodyOf<typeof updateCustomField>
type OptionsInput = NonNullable<SettingsInput['options']>

/**
 * Returns all options after a change: those sent in their order, then the retired ones that were left out.
 * @throws VALIDATION for an unknown option, a repeated one and a repeated label
 */
function changeOptions(before: readonly FieldOption[], sent: OptionsInput): FieldOption[] {
  const ids = new Set<string>()
  const labels = new Set<string>()
  const options = sent.map(({ id, label, color, retired, mergedInto }, index): FieldOption => {
    const existing = before.find((option) => option.id === id)
    if (id && !existing) throw invalid(`options.${index}.id`, t`This option does not exist`)
    if (id && ids.has(id)) throw invalid(`options.${index}.id`, t`This option appears twice`)
    if (existing?.mergedInto && retired === false) {
      const target = before.find((option) => option.id === existing.mergedInto)?.label ?? ''
      throw invalid(`options.${index}.retired`, t`This option was merged into “${target}”`)
    }
    if (mergedInto !== undefined && mergedInto !== (existing?.mergedInto ?? null))
      throw invalid(`options.${index}.mergedInto`, t`Options are merged by a request of their own`)
    if (labels.has(label.toLowerCase())) throw invalid(`options.${index}.label`, t`"${label}" appears twice`)
    if (id) ids.add(id)
    labels.add(label.toLowerCase())
    return {
      id: id ?? newId(),
      label,
      color: color === undefined ? (existing?.color ?? null) : color,
      retired: retired ?? existing?.retired ?? false,
      mergedInto: existing?.mergedInto ?? null,
    }
  })
  const rest = before.filter(({ id }) => !ids.has(id)).map((option) => ({ ...option, retired: true }))
  if (options.length + rest.length > fieldLimits.options)
    throw invalid('options', t`At most ${fieldLimits.options} options, retired ones included`)
  return [...options, ...rest]
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Checks the settings that only some types have. */
function checkByType({ type, unit, currency, options, validation, sortable }: FieldSettings): void {
  const { has = {} } = fieldTypeRules[type]
  if (unit && !has.unit) throw invalid('unit', t`Only numbers have a unit`)
  if (currency && !has.currency) throw invalid('currency', t`Only money has a currency`)
  if (has.currency && !currency) throw invalid('currency', t`Choose a currency`)
  if (currency && !currencies.has(currency)) throw invalid('currency', t`Enter a currency code, such as EUR`)
  if (options.length && !has.options) throw invalid('options', t`Fields of this type have no options`)
  if (has.options && !options.some((option) => !option.retired))
    throw invalid('options', t`Add at least one option`)
  if (sortable && !fieldTypeRules[type].isSortable)
    throw invalid('sortable', t`Lists cannot be sorted by fields of this type`)
  const { min, max, maxLength } = validation
  if (min !== undefined && !has.range) throw invalid('validation.min', t`Only numbers have a smallest value`)
  if (max !== undefined && !has.range) throw invalid('validation.max', t`Only numbers have a largest value`)
  if (min !== undefined && max !== undefined && min > max)
    throw invalid('validation.max', t`The largest value is less than the smallest`)
  if (maxLength !== undefined && !has.maxLength)
    throw invalid('validation.maxLength', t`Only texts have a limit of characters`)
}

function checkRights({ subject, required, visibleTo, editableTo }: FieldSettings): void {
  if (required.fromStatusType && subject !== 'application' && subject !== 'candidate')
    throw invalid(
      'required.fromStatusType',
      t`Only fields of applications and candidates can be required from a status on`,
    )
  if (required.outcomes.length && subject !== 'call')
    throw invalid('required.outcomes', t`Only fields of calls can be required with an outcome`)
  if (visibleTo?.includes('client_reviewer'))
    throw invalid('visibleTo', t`Client reviewers see only what is shared with them`)
  if (editableTo?.includes('client_reviewer'))
    throw invalid('editableTo', t`Client reviewers see only what is shared with them`)
}

/** Returns whether cards can show fields of the subject, and lists of applications be sorted by them. */
function isOfApplications({ subject }: Pick<Field, 'subject'>): boolean {
  return subject === 'application' || subject === 'candidate'
}

/** Returns whether cards can show one more field. The caller has locked the fields. */
export function hasRoomOnCards(fields: readonly Field[], exceptId?: string): boolean {
  const shown = fields.filter(({ id, onCards, retiredAt }) => onCards && !retiredAt && id !== exceptId)
  return shown.length < fieldLimits.onCards
}

/** @throws VALIDATION if the cards show as many other fields as they can */
export function assertRoomOnCards(
  { onCards }: FieldSettings,
  fields: readonly Field[],
  exceptId?: string,
): void {
  if (onCards && !hasRoomOnCards(fields, exceptId))
    throw invalid('onCards', t`Cards show at most ${fieldLimits.onCards} fields. Remove another one first.`)
}

/** Returns whether a subject can have one more sortable field. The caller has locked the fields. */
export function hasRoomToSort(
  subject: Field['subject'],
  fields: readonly Field[],
  exceptId?: string,
): boolean {
  const sortable = fields.filter(
    (field) => field.sortable && !field.retiredAt && field.subject === subject && field.id !== exceptId,
  )
  return sortable.length < fieldLimits.sortable
}

/** @throws VALIDATION if the subject has as many other sortable fields as it can */
export function assertRoomToSort(
  { subject, sortable }: FieldSettings,
  fields: readonly Field[],
  exceptId?: string,
): void {
  if (sortable && !hasRoomToSort(subject, fields, exceptId))
    throw invalid(
      'sortable',
      t`At most ${fieldLimits.sortable} fields can be sortable. Turn it off for another one first.`,
    )
}

function readDefault(settings: FieldSettings, country: string) {
  const { defaultValue: value, type } = settings
  if (value === null) return null
  if (fieldTypeRules[type].refersTo) throw invalid('defaultValue', t`Fields of this type have no default`)
  try {
    return fieldTypeRules[type].read(value, settings as Field, { country })
  } catch (error) {
    if (error instanceof UnfitValue) throw invalid('defaultValue', error.message)
    throw error
  }
}

/** The settings of a new field before its input. */
export function emptySettings({ subject, type, label }: BodyOf<typeof createCustomField>): FieldSettings {
  return {
    subject,
    type,
    label,
    help: null,
    section: null,
    unit: null,
    currency: null,
    options: [],
    validation: {},
    defaultValue: null,
    required: { always: false, fromStatusType: null, outcomes: [] },
    visibleTo: null,
    editableTo: null,
    personal: false,
    sortable: false,
    onCards: false,
  }
}

/**
 * Returns a field's settings after a change.
 * @throws VALIDATION for settings that do not fit its type or each other
 */
export function changeSettings(before: FieldSettings, input: SettingsInput, country: string): FieldSettings {
  const { options, required, version: _, ...rest } = input
  const sent = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const settings: FieldSettings = {
    ...before,
    ...sent,
    options: options ? changeOptions(before.options, options) : before.options,
    required: { ...before.required, ...required },
  }
  checkByType(settings)
  checkRights(settings)
  if (settings.onCards && !isOfApplications(settings))
    throw invalid('onCards', t`Cards show only fields of applications and candidates`)
  if (settings.sortable && !isOfApplications(settings))
    throw invalid('sortable', t`Lists can be sorted only by fields of applications and candidates`)
  return { ...settings, defaultValue: readDefault(settings, country) }
}

export function settingColumns(settings: FieldSettings) {
  return {
    label: settings.label,
    help: settings.help,
    section: settings.section,
    unit: settings.unit,
    currency: settings.currency,
    options: JSON.stringify(settings.options),
    validation: JSON.stringify(settings.validation),
    default_value: settings.defaultValue === null ? null : JSON.stringify(settings.defaultValue),
    required_always: settings.required.always,
    required_from: settings.required.fromStatusType,
    required_outcomes: settings.required.outcomes,
    visible_to: settings.visibleTo,
    editable_to: settings.editableTo,
    personal: settings.personal,
    sortable: settings.sortable,
    on_cards: settings.onCards,
  }
}
