import { fieldColumnOf, isFieldSort } from '@muster/contract/field-subjects.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CustomField } from '../../custom-fields/custom-field.ts'
import { customFieldsQuery } from '../../custom-fields/custom-fields-query.ts'
import type { Sort } from '../filters/applications-search.ts'

/** A sort by a custom field that was retired, is hidden from this user, or is being prepared. */
export interface UnusableSort {
  label: string
  isPreparing: boolean
}

const none: readonly CustomField[] = []

/** Returns the fields that the list can be sorted by, ready or not; undefined while they load. */
function useSortableFields(): readonly CustomField[] | undefined {
  const ofApplications = useQuery(customFieldsQuery('application')).data?.items
  const ofCandidates = useQuery(customFieldsQuery('candidate')).data?.items
  return useMemo(
    () =>
      ofApplications &&
      ofCandidates &&
      [...ofApplications, ...ofCandidates].filter(({ sorting }) => sorting !== null),
    [ofApplications, ofCandidates],
  )
}

/** Returns the fields that the list can be sorted by now. */
export function useReadyFields(): readonly CustomField[] {
  const fields = useSortableFields() ?? none
  return useMemo(() => fields.filter(({ sorting }) => sorting === 'ready'), [fields])
}

/** Returns the sort of the address; none if the list cannot be sorted by its custom field, and which one that is. */
export function useUsableSort(sort: Sort | undefined): {
  sort: Sort | undefined
  unusable: UnusableSort | null
} {
  const fields = useSortableFields()
  if (!fields || !sort || !isFieldSort(sort)) return { sort, unusable: null }
  const column = sort.replace('-', '')
  const field = fields.find((each) => fieldColumnOf(each) === column)
  if (field?.sorting === 'ready') return { sort, unusable: null }
  const label = field?.label ?? column.split('.')[1] ?? column
  return { sort: undefined, unusable: { label, isPreparing: field !== undefined } }
}
