import type { FieldValue } from '@muster/contract/field-values.ts'
import type { CustomImportField } from '@muster/contract/import-fields.ts'

type Values = Record<string, FieldValue>

/** The values of a row by their import fields: `candidate.<key>` of a person, `field.<key>` of an application. */
export type CustomValues<Prefix extends 'field' | 'candidate'> = {
  [target in `${Prefix}.${string}`]: FieldValue | null | undefined
}

/** Returns the column custom_fields by import fields. */
export function fromColumn<Prefix extends 'field' | 'candidate'>(
  prefix: Prefix,
  values: unknown,
): CustomValues<Prefix> {
  const named = Object.entries(values as Values).map(([key, value]) => [`${prefix}.${key}`, value])
  return Object.fromEntries(named) as CustomValues<Prefix>
}

/** Returns the column custom_fields of a record with such values among its fields. */
export function toColumn(prefix: 'field' | 'candidate', fields: object): Values {
  const start = `${prefix}.`
  const values: Values = {}
  for (const [name, value] of Object.entries(fields))
    if (name.startsWith(start) && value !== null && value !== undefined)
      values[name.slice(start.length)] = value as FieldValue
  return values
}

/** What a row says in the column of a custom field. */
export interface CustomReading {
  target: CustomImportField
  index: number
  value: FieldValue
  /** Files have times to the minute. */
  isTime: boolean
  /** False for what may only stay as it is: a retired option, a user who is not active. */
  isChoosable: boolean
}
