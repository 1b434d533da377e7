import { getCustomField, listCustomFields } from '@muster/contract/custom-fields.ts'
import { endpointQuery, invalidate, queryClient } from '../../api/query.ts'
import type { CustomField, FieldSubject } from '../custom-field.ts'

/** The fields of a subject with their use counts. */
export function countedFieldsQuery(subject: FieldSubject) {
  return endpointQuery(listCustomFields, { query: { subject, counts: 'true' } })
}

export function retiredFieldsQuery(subject: FieldSubject) {
  return endpointQuery(listCustomFields, { query: { subject, retired: 'true' } })
}

export function fieldsChanged(): Promise<void> {
  return invalidate(listCustomFields, getCustomField)
}

/** Shows a changed field in the list at once, with the count it had. */
export function showField(field: CustomField) {
  const { queryKey } = countedFieldsQuery(field.subject)
  queryClient.setQueryData(queryKey, (now) => {
    if (!now) return now
    const known = now.items.some(({ id }) => id === field.id)
    const items = now.items.map((each) => (each.id === field.id ? { ...field, filled: each.filled } : each))
    return { items: known ? items : [...items, field] }
  })
}
