import type { FieldValue } from '@muster/contract/field-values.ts'
import type { Field } from './field.ts'
import { type CellReader, fieldTypeRules } from './field-types.ts'

/** The value of a cell. */
export interface CellValue {
  value: FieldValue
  /** False for a retired option: such a value may stay, but is not chosen anew. */
  isChoosable: boolean
}

/**
 * Reads the cell of a file as a value of a field; null for none.
 * @param country of phone numbers without a country code
 * @throws UnfitValue
 */
export function readCell(text: string, field: Field, reader: CellReader, country: string): CellValue | null {
  const rules = fieldTypeRules[field.type]
  const said = rules.fromCell ? rules.fromCell(text, field, reader) : text
  const value = rules.read(said, field, { country })
  if (value === null) return null
  const chosen = [value].flat()
  const isRetired = rules.has?.options
    ? field.options.some(({ id, retired }) => retired && chosen.includes(id))
    : false
  return { value, isChoosable: !isRetired }
}
