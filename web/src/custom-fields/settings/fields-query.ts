import { getCustomField, listCustomFields } from '@muster/contract/custom-fields.ts'
import { listFieldChanges } from '@muster/contract/field-changes.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery, invalidate, queryClient } from '../../api/query.ts'
import type { CustomField, FieldSubject } from '../custom-field.ts'

/** How often a field is read again while its values are being changed. */
const changingEveryMs = 2000

/** The fields of a subject with their use counts. */
export function countedFieldsQuery(subject: FieldSubject) {
  return endpointQuery(listCustomFields, { query: { subject, counts: 'true' } })
}

/** As `countedFieldsQuery`, read again until no values are being changed. */
export function useCountedFields(subject: FieldSubject) {
  return useQuery({
    ...countedFieldsQuery(subject),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ isChanging }) => isChanging) ? changingEveryMs : false,
  })
}

export function retiredFieldsQuery(subject: FieldSubject) {
  return endpointQuery(listCustomFields, { query: { subject, retired: 'true' } })
}

export function fieldsChanged(): Promise<void> {
  return invalidate(listCustomFields, getCustomField, listFieldChanges)
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
