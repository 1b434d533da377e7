import { queryClient } from '../api/query.ts'
import type { Drafts, FieldSubject } from './custom-field.ts'
import { customFieldsQuery } from './custom-fields-query.ts'
import { defaultDrafts, fromDrafts } from './form-values.ts'

/**
 * Returns the values that the form of a new record sends: those typed or chosen, and the defaults that were
 * left as they are.
 */
export function newValues(subject: FieldSubject, drafts: Drafts): Record<string, unknown> | undefined {
  const loaded = queryClient.getQueryData(customFieldsQuery(subject).queryKey)?.items ?? []
  const fields = loaded.filter(({ canEdit }) => canEdit)
  const values = fromDrafts({ ...defaultDrafts(fields), ...drafts }, fields)
  return Object.keys(values).length > 0 ? values : undefined
}
