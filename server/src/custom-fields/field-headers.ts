import { fieldColumnOf } from '@muster/contract/field-subjects.ts'
import type { Field } from './field.ts'

type Named = Pick<Field, 'id' | 'subject' | 'key' | 'label'>

/**
 * Returns the headers of custom fields in an export by field ID: the label, or the name if that is the label of another
 * field or the header of a built-in column. Exports and imports agree on them.
 * @param fields all fields in use of the records that the file may be of, whoever exports
 * @param builtIn the headers of built-in columns, in the language of the file
 */
export function fieldHeaders(fields: Iterable<Named>, builtIn: Iterable<string>): Map<string, string> {
  const all = [...fields]
  const fold = (label: string) => label.trim().toLowerCase()
  const times = new Map<string, number>()
  for (const header of new Set([...builtIn].map(fold))) times.set(header, 1)
  for (const { label } of all) times.set(fold(label), (times.get(fold(label)) ?? 0) + 1)
  return new Map(
    all.map((field) => [field.id, times.get(fold(field.label)) === 1 ? field.label : fieldColumnOf(field)]),
  )
}
