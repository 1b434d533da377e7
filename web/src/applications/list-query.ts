import type { selectApplications } from '@muster/contract/application-selection.ts'
import { listApplications } from '@muster/contract/applications.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The filters and the sort of the list, as the API takes them. */
export type ListQuery = CallOf<typeof selectApplications>['query']

export type ListPages = InfiniteData<ResponseOf<typeof listApplications>, string | null>

export const listKey = 'applicationList'
/** The first page fills a screen; whoever scrolls on gets longer ones. */
const firstPageSize = 50
export const pageSize = 100

/**
 * The pages of the list. It has a key of its own instead of the endpoint's: invalidating the endpoint must
 * not reload thousands of rows and reorder them while somebody works. Changed rows are reloaded in place
 * instead.
 */
export function applicationListQuery(query: ListQuery) {
  return infiniteQueryOptions({
    queryKey: [listKey, query],
    queryFn: ({ signal, pageParam: cursor }) => {
      const page = cursor ? { limit: pageSize, cursor } : { limit: firstPageSize }
      return call(listApplications, { query: { ...query, ...page } }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    gcTime: 30 * 60_000,
  })
}
