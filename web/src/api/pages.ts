import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpointInfiniteQuery, type QueryArguments, type RowOf } from './query.ts'

interface Page {
  items: unknown[]
  nextCursor: string | null
  total: { value: number; atLeast: boolean }
}

/** The rows of a list as far as they were read, and how to read on. */
export interface Pages<Row> {
  rows: Row[]
  total: { value: number; atLeast: boolean } | undefined
  /** Nothing to show yet. */
  isPending: boolean
  /** The rows shown belong to the filter before; those of the new one are on their way. */
  isOutdated: boolean
  error: unknown
  retry: () => void
  hasMore: boolean
  more: () => void
  /** Reading on failed; `more` waits until `retryMore` is asked for. */
  moreFailed: boolean
  retryMore: () => void
}

/**
 * Reads a list by its keyset cursor. While a changed filter loads, the rows of the one before stay, so that the
 * screen does not blink.
 */
export function usePages<E extends AnyEndpoint>(endpoint: E, ...input: QueryArguments<E>): Pages<RowOf<E>> {
  return usePagesOf<RowOf<E>>(useInfiniteQuery(endpointInfiniteQuery(endpoint, ...input)))
}

/** `usePages` of a query with options of its own. */
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
