import { t } from '@lingui/core/macro'
import type { createCustomField } from '@muster/contract/custom-fields.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { digitsOf } from '../../ui/money.ts'
import { newKey } from '../../ui/new-key.ts'
import { numberText, parseNumber } from '../../ui/typed-number.ts'
import type { CustomField, Draft, FieldSubject, FieldType } from '../custom-field.ts'
import { fieldTypes, type TypeSetting } from '../field-types.tsx'
import { fromDraft, toDraft } from '../values.tsx'

/** An option in the editor. It has an ID once it is saved. */
export interface OptionDraft {
  /** Identifies the row: the ID, or one of the editor's own. */
  rowId: string
  id?: string
  label: string
  color: string | null
  retired: boolean
}

// A type, not an interface: the form requires a record.
export type FieldFormValues = {
  label: string
  key: string
  type: FieldType
  help: string
  section: string
  unit: string
  currency: string
  options: OptionDraft[]
  min: string
  max: string
  maxLength: string
  defaultValue: Draft
  always: boolean
  fromStatusType: CustomField['required']['fromStatusType']
  outcomes: CustomField['required']['outcomes']
  visibleTo: NonNullable<CustomField['visibleTo']>
  editableTo: NonNullable<CustomField['editableTo']>
  personal: boolean
  sortable: boolean
  onCards: boolean
}

export const newField: FieldFormValues = {
  label: '',
  key: '',
  type: 'text',
  help: '',
  section: '',
  unit: '',
  currency: 'USD',
  options: [],
  min: '',
  max: '',
  maxLength: '',
  defaultValue: null,
  always: false,
  fromStatusType: null,
  outcomes: [],
  visibleTo: [],
  editableTo: [],
  personal: false,
  sortable: false,
  onCards: false,
}

export function newOption(color: string | null): OptionDraft {
  return { rowId: newKey(), label: '', color, retired: false }
}

export function hasSetting(type: FieldType, setting: TypeSetting): boolean {
  return fieldTypes[type].settings.includes(setting)
}

/** Limits of money are in minor units. */
function scaleOf({ type, currency }: Pick<FieldFormValues, 'type' | 'currency'>): number {
  return type === 'money' ? 10 ** digitsOf(currency) : 1
}

function limitText(limit: number | undefined, scale: number): string {
  return limit === undefined ? '' : numberText(limit / scale)
}

export function toValues(field: CustomField): FieldFormValues {
  const { required, validation } = field
  const scale = scaleOf({ type: field.type, currency: field.currency ?? 'USD' })
  return {
    label: field.label,
    key: field.key,
    type: field.type,
    help: field.help ?? '',
    section: field.section ?? '',
    unit: field.unit ?? '',
    currency: field.currency ?? 'USD',
    options: field.options
      .filter(({ mergedInto }) => !mergedInto)
      .map(({ mergedInto: _, ...option }) => ({ ...option, rowId: option.id })),
    min: limitText(validation.min, scale),
    max: limitText(validation.max, scale),
    maxLength: validation.maxLength === undefined ? '' : String(validation.maxLength),
    defaultValue: toDraft(field.defaultValue, field),
    always: required.always,
    fromStatusType: required.fromStatusType,
    outcomes: required.outcomes,
    visibleTo: field.visibleTo ?? [],
    editableTo: field.editableTo ?? [],
    personal: field.personal,
    sortable: field.sortable,
    onCards: field.onCards,
  }
}

function validationOf(values: FieldFormValues): CustomField['validation'] {
  const scale = scaleOf(values)
  const limit = (text: string) => {
    const number = parseNumber(text)
    return number === null ? undefined : Math.round(number * scale * 1e6) / 1e6
  }
  const range = hasSetting(values.type, 'range')
  const length = hasSetting(values.type, 'length')
  return {
    ...(range && values.min !== '' ? { min: limit(values.min) } : {}),
    ...(range && values.max !== '' ? { max: limit(values.max) } : {}),
    ...(length && values.maxLength !== '' ? { maxLength: Number(values.maxLength) } : {}),
  }
}

/** Returns the field as it would be with these values, for the preview and the default value. */
export function toField(values: FieldFormValues, subject: FieldSubject): CustomField {
  const now = new Date(0).toISOString()
  return {
    id: '',
    subject,
    key: values.key || 'field',
    label: values.label.trim() || t`New field`,
    help: values.help.trim() || null,
    type: values.type,
    section: values.section.trim() || null,
    unit: hasSetting(values.type, 'unit') ? values.unit.trim() || null : null,
    currency: hasSetting(values.type, 'currency') ? values.currency : null,
    options: hasSetting(values.type, 'options')
      ? values.options
          .filter(({ label }) => label.trim() !== '')
          .map(({ rowId, label, color, retired }) => ({ id: rowId, label, color, retired, mergedInto: null }))
      : [],
    validation: {},
    defaultValue: null,
    required: {
      always: values.always,
      fromStatusType: values.fromStatusType,
      outcomes: values.outcomes,
    },
    visibleTo: null,
    editableTo: null,
    personal: values.personal,
    sortable: values.sortable,
    sorting: null,
    onCards: values.onCards,
    filled: null,
    canEdit: true,
    isChanging: false,
    retiredAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}

type Body = Omit<CallOf<typeof createCustomField>['body'], 'subject' | 'type' | 'key'>

/** Converts the values to what is sent, without what a type does not have. */
export function toBody(values: FieldFormValues, subject: FieldSubject): Body {
  const field = toField(values, subject)
  const { label, help, section, unit, currency, required, personal, sortable, onCards } = field
  const defaultValue = fromDraft(values.defaultValue, field)
  return {
    label: values.label.trim() || label,
    help,
    section,
    unit,
    currency,
    ...(hasSetting(values.type, 'options')
      ? {
          options: values.options
            .filter((option) => option.label.trim() !== '')
            .map(({ id, label: name, color, retired }) => ({ id, label: name.trim(), color, retired })),
        }
      : {}),
    validation: validationOf(values),
    defaultValue: defaultValue as Body['defaultValue'],
    required,
    visibleTo: values.visibleTo.length > 0 ? values.visibleTo : null,
    editableTo: values.editableTo.length > 0 ? values.editableTo : null,
    personal,
    sortable: sortable && hasSetting(values.type, 'sort'),
    onCards,
  }
}

export function validateField(values: FieldFormValues): Record<string, string> {
  const errors: Record<string, string> = {}
  if (values.label.trim() === '') errors.label = t`Enter a name`
  const unread = (text: string) => text.trim() !== '' && parseNumber(text) === null
  if (hasSetting(values.type, 'range')) {
    if (unread(values.min)) errors.min = t`Enter a number`
    if (unread(values.max)) errors.max = t`Enter a number`
  }
  if (hasSetting(values.type, 'length') && values.maxLength !== '' && !/^\d+$/.test(values.maxLength))
    errors.maxLength = t`Enter a whole number`
  const named = values.options.filter(({ label }) => label.trim() !== '')
  if (hasSetting(values.type, 'options') && named.length === 0) errors.options = t`Add an option`
  return errors
}
