import { countApplicationFacets, facetFilters } from '@muster/contract/application-counts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { endpointQuery } from '../../api/query.ts'
import { formatTotal } from '../../ui/format.ts'
import type { ListQuery } from '../list-query.ts'
import type { ListFilter } from './filter-options.tsx'

const most = 100

/** Counts the rows that each value of a filter would leave, given the other filters. */
export function useFacets(filter: ListFilter, values: readonly string[], query: ListQuery | undefined) {
  const by = facetFilters.find((each) => each === filter)
  const { sort, ...others } = query ?? {}
  const asked = { ...others, by: by ?? 'statusType', values: values.slice(0, most) }
  const { data } = useQuery({
    ...endpointQuery(countApplicationFacets, { query: asked }),
    enabled: by !== undefined && query !== undefined && values.length > 0,
    placeholderData: keepPreviousData,
  })
  const counts = new Map(data?.counts.map(({ value, count }) => [value, count]))
  return (value: string) => {
    const count = counts.get(value)
    return count && { text: formatTotal(count), isNone: count.value === 0 }
  }
}
