import { listCustomFields } from '@muster/contract/custom-fields.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery, queryClient } from '../api/query.ts'
import type { CustomField, FieldSubject, FieldType } from './custom-field.ts'

/** The fields of a subject in their order. They change rarely. */
export function customFieldsQuery(subject: FieldSubject) {
  return { ...endpointQuery(listCustomFields, { query: { subject } }), staleTime: 5 * 60_000 }
}

const none: CustomField[] = []

/** Returns the fields of a subject that the user may see; none while they load. */
export function useCustomFields(subject: FieldSubject): readonly CustomField[] {
  return useQuery(customFieldsQuery(subject)).data?.items ?? none
}

/** Returns the label and the type of a custom field as the history names it, such as `candidate.customFields.<key>`. */
export function loggedField(logged: string): { label: string; type?: FieldType } | undefined {
  const [, ofCandidate, key] = /^(candidate\.)?customFields\.(\w+)$/.exec(logged) ?? []
  if (!key) return undefined
  const { queryKey } = customFieldsQuery(ofCandidate ? 'candidate' : 'application')
  return queryClient.getQueryData(queryKey)?.items.find((field) => field.key === key) ?? { label: key }
}
