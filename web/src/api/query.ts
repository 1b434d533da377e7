import type { AnyEndpoint, ResponseOf } from '@muster/contract/endpoint.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  notifyManager,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type Arguments, call, type InputOf } from './call.ts'

// A button is disabled before the second click of a double click, which may come before a timer.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Live events invalidate what changed; this only avoids a second request within a visit.
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      retryDelay: (failures, error) =>
        error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** failures,
    },
    // Without a connection a mutation fails at once instead of pausing.
    mutations: { retry: false, networkMode: 'always' },
  },
})

function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503)
}

export type QueryArguments<E extends AnyEndpoint> =
  object extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

/** A row of a list endpoint's response. */
export type RowOf<E extends AnyEndpoint> = ResponseOf<E> extends { items: (infer Row)[] } ? Row : never

/** Returns the query of a GET endpoint, for `useSuspenseQuery`, `useQuery` and `ensureQueryData`. */
export function endpointQuery<E extends AnyEndpoint>(endpoint: E, ...[input]: QueryArguments<E>) {
  return queryOptions<ResponseOf<E>, ApiError>({
    queryKey: [endpoint.name, input ?? {}],
    queryFn: ({ signal }) => call(endpoint, ...([input, { signal }] as unknown as Arguments<E>)),
  })
}

interface Page {
  items: unknown[]
  nextCursor: string | null
}

/**
 * Returns the infinite query of a list endpoint, paged by its keyset cursor, for `useSuspenseInfiniteQuery`.
 */
export function endpointInfiniteQuery<E extends AnyEndpoint>(endpoint: E, ...[input]: QueryArguments<E>) {
  const { params, query } = (input ?? {}) as { params?: unknown; query?: object }
  return infiniteQueryOptions({
    queryKey: [endpoint.name, 'pages', input ?? {}],
    queryFn: ({ signal, pageParam }): Promise<ResponseOf<E>> => {
      const asked = { params, query: { ...query, cursor: pageParam ?? undefined } }
      return call(endpoint, ...([asked, { signal }] as unknown as Arguments<E>))
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last as Page).nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** Invalidates all queries of these endpoints; those on screen are refetched. */
export function invalidate(...endpoints: AnyEndpoint[]): Promise<void> {
  const names = new Set<unknown>(endpoints.map((endpoint) => endpoint.name))
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) })
}

/** Changes a row in every cached list of an endpoint at once. Returns a function that rolls back. */
export function patchRow<E extends AnyEndpoint>(
  endpoint: E,
  id: string,
  change: Partial<RowOf<E>>,
): () => void {
  const lists = queryClient.getQueriesData({ queryKey: [endpoint.name] })
  for (const [queryKey, data] of lists) queryClient.setQueryData(queryKey, patched(data, id, change))
  return () => {
    for (const [queryKey, data] of lists) queryClient.setQueryData(queryKey, data)
  }
}

interface Row {
  id: string
}

function patched(data: unknown, id: string, change: object): unknown {
  if (typeof data !== 'object' || data === null) return data
  if ('pages' in data) {
    return { ...data, pages: (data.pages as unknown[]).map((page) => patched(page, id, change)) }
  }
  if (!('items' in data)) return data
  const items = (data.items as Row[]).map((row) => (row.id === id ? { ...row, ...change } : row))
  return { ...data, items }
}
