import { t } from '@lingui/core/macro'
import type { CustomField } from './custom-field.ts'
import { fieldTypes } from './field-types.tsx'
import { type Operator, operatorLabels } from './operators.ts'
import { valueText } from './values.tsx'

/** A filter as the address and the API have it: `licenseClass:anyOf:<ID>,<ID>`. */
export interface FieldFilter {
  /** The key of the field; among applications, `candidate.<key>`, `position.<key>` or `company.<key>` for a field of these. */
  name: string
  operator: Operator
  /** As the API takes it; empty where the operator compares with nothing. */
  value: string
}

/** They compare with nothing. */
export function isPresence(operator: Operator): boolean {
  return operator === 'empty' || operator === 'filled'
}

/** Parses a filter; null if it is none. */
export function readFieldFilter(text: string): FieldFilter | null {
  const [, name, operator, value] =
    /^((?:(?:candidate|position|company)\.)?[a-z][a-zA-Z0-9]*):([a-zA-Z]+)(?::([\s\S]*))?$/.exec(text) ?? []
  if (!name || !operator || !(operator in operatorLabels)) return null
  const known = operator as Operator
  if (!isPresence(known) && !value) return null
  return { name, operator: known, value: isPresence(known) ? '' : (value ?? '') }
}

export function writeFieldFilter({ name, operator, value }: FieldFilter): string {
  return isPresence(operator) ? `${name}:${operator}:` : `${name}:${operator}:${value}`
}

/** Returns whether the operator takes several values. */
export function takesSeveral(operator: Operator): boolean {
  return operator === 'anyOf'
}

/** Converts the value of a filter to a value of the field. */
export function filterToValue({ operator, value }: FieldFilter, field: CustomField): unknown {
  if (takesSeveral(operator)) return value.split(',')
  switch (field.type) {
    case 'number':
      return Number(value)
    case 'money':
      return { amount: Number(value), currency: field.currency ?? 'USD' }
    case 'boolean':
      return value === 'true'
    default:
      return value
  }
}

/** Converts a value of the field to the value of a filter. */
export function valueToFilter(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object' && value !== null && 'amount' in value) return String(value.amount)
  return String(value ?? '')
}

/** Describes a filter for its chip: "at least 5 years", "CDL-A, CDL-B". */
export function filterText(filter: FieldFilter, field: CustomField): string {
  const { operator } = filter
  const words = t(operatorLabels[operator])
  if (isPresence(operator)) return words
  const value = filterToValue(filter, field)
  const text = takesSeveral(operator)
    ? [value]
        .flat()
        .map((each) => valueText(field.type === 'choices' ? [each] : each, field) || t`Removed option`)
        .join(', ')
    : (valueText(value, field) ?? t`1 selected`)
  return operator === 'is' || operator === 'anyOf' ? text : t`${words} ${text}`
}

/** The operators of a field in the order they are offered. */
export function operatorsOf({ type }: CustomField): readonly Operator[] {
  return fieldTypes[type].operators
}
