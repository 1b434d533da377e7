import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { changeFieldType } from '@muster/contract/field-changes.ts'
import { changeSettings, type FieldSettings } from '../check-definition.ts'
import type { Field } from '../field.ts'
import { fieldTypeRules } from '../field-types.ts'

/** The settings that depend on the type of a field. */
const names = ['type', 'unit', 'currency', 'options', 'validation', 'defaultValue', 'sortable'] as const

export type TypeSettings = Pick<FieldSettings, (typeof names)[number]>

export type TypeInput = Omit<BodyOf<typeof changeFieldType>, 'emptied' | 'version'>

export function typeSettings(field: FieldSettings): TypeSettings {
  return Object.fromEntries(names.map((name) => [name, field[name]])) as TypeSettings
}

/**
 * Returns the settings of a field with another type. What both types have stays.
 * @param newOptions labels of options to add
 * @throws VALIDATION for settings that do not fit the type
 */
export function withType(
  field: Field,
  input: TypeInput,
  newOptions: readonly string[],
  country: string,
): Field {
  const { has: before = {} } = fieldTypeRules[field.type]
  const { has: after = {} } = fieldTypeRules[input.type]
  const kept: Field = {
    ...field,
    type: input.type,
    unit: after.unit && before.unit ? field.unit : null,
    currency: null,
    options: after.options ? field.options : [],
    validation: after.maxLength && before.maxLength ? field.validation : {},
    defaultValue: null,
    sortable: field.sortable && fieldTypeRules[input.type].isSortable === true,
  }
  const existing = kept.options.map(({ id, label, retired }) => ({ id, label, retired }))
  const sent = input.options ?? existing
  const options = after.options ? [...sent, ...newOptions.map((label) => ({ label }))] : input.options
  const { unit, currency, validation } = input
  const settings = changeSettings(
    kept,
    {
      ...(unit !== undefined && { unit }),
      ...(currency !== undefined && { currency }),
      ...(validation !== undefined && { validation }),
      ...(options !== undefined && { options }),
    },
    country,
  )
  return { ...kept, ...settings }
}
