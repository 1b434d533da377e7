import { useMemo } from 'react'
import type { CustomField } from './custom-field.ts'
import { useCustomFields } from './custom-fields-query.ts'

/** A field of applications, or of what they belong to, by the name that filters of applications have for it. */
export interface NamedField {
  name: string
  field: CustomField
}

/** Returns the fields that the list of applications can show and sort by. */
export function useApplicationFields(): readonly NamedField[] {
  const ofApplications = useCustomFields('application')
  const ofCandidates = useCustomFields('candidate')
  return useMemo(
    () => [
      ...ofApplications.map((field) => ({ name: field.key, field })),
      ...ofCandidates.map((field) => ({ name: `candidate.${field.key}`, field })),
    ],
    [ofApplications, ofCandidates],
  )
}

/** Returns the fields that the list of applications can be filtered by. */
export function useFilterFields(): readonly NamedField[] {
  const fields = useApplicationFields()
  const ofPositions = useCustomFields('position')
  const ofCompanies = useCustomFields('company')
  return useMemo(
    () => [
      ...fields,
      ...[...ofPositions, ...ofCompanies].map((field) => ({ name: `${field.subject}.${field.key}`, field })),
    ],
    [fields, ofPositions, ofCompanies],
  )
}
