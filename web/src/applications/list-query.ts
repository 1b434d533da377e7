import { listApplications } from '@muster/contract/applications.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The filters and the order of the list, as the API takes them. */
export type ListQuery = Omit<CallOf<typeof listApplications>['query'], 'limit' | 'cursor'>

export type ListPages = InfiniteData<ResponseOf<typeof listApplications>, string | null>

export const listKey = 'applicationList'
export const pageSize = 100

/**
 * The list's rows, page after page. Not under the endpoint's name: a change elsewhere must not read thousands of
 * rows again and reorder them under one's hands. Instead the rows that changed are read again, each in its place.
 */
export function applicationListQuery(query: ListQuery) {
  return infiniteQueryOptions({
    queryKey: [listKey, query],
    queryFn: ({ signal, pageParam }) =>
      call(
        listApplications,
        { query: { ...query, limit: pageSize, cursor: pageParam ?? undefined } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    gcTime: 30 * 60_000,
  })
}
