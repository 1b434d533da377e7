import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointInfiniteQuery, type QueryArguments, type RowOf } from './query.ts'

interface Page {
  items: unknown[]
  nextCursor: string | null
  total: { value: number; atLeast: boolean }
}

/** The loaded rows of a list, and the function that loads more. */
export interface Pages<Row> {
  rows: Row[]
  total: { value: number; atLeast: boolean } | undefined
  /** Nothing is loaded yet. */
  isPending: boolean
  /** The rows belong to the previous filter; those of the new one are loading. */
  isOutdated: boolean
  error: unknown
  retry: () => void
  hasMore: boolean
  more: () => void
  /** Loading more failed; `more` does nothing until `retryMore` is called. */
  moreFailed: boolean
  retryMore: () => void
}

/** Reads a list by its keyset cursor. While a changed filter loads, the previous rows stay on screen. */
export function usePages<E extends AnyEndpoint>(endpoint: E, ...input: QueryArguments<E>): Pages<RowOf<E>> {
  return usePagesOf<RowOf<E>>(useInfiniteQuery(endpointInfiniteQuery(endpoint, ...input)))
}

/** `usePages` for a query with options of its own. */
export function usePagesOf<Row>(query: UseInfiniteQueryResult<InfiniteData<unknown>, Error>): Pages<Row> {
  const pages = query.data?.pages as Page[] | undefined
  const rows = useMemo(() => (pages ?? []).flatMap((page) => page.items as Row[]), [pages])
  return {
    rows,
    total: pages?.at(-1)?.total,
    isPending: query.isPending,
    isOutdated: query.isPlaceholderData,
    error: pages ? null : query.error,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    more: () => {
      const idle = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError
      if (idle) void query.fetchNextPage()
    },
    moreFailed: query.isFetchNextPageError,
    retryMore: () => void query.fetchNextPage(),
  }
}
