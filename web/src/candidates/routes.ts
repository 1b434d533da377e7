import { msg } from '@lingui/core/macro'
import { getCandidate, listCandidates } from '@muster/contract/candidates.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { endpointInfiniteQuery, endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { flagParam, listParam, oneOfParam, searchParam } from '../ui/search-params.ts'

const candidateSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const

export interface CandidatesSearch {
  q?: string
  sort?: (typeof candidateSorts)[number]
  /** People with any of these tags. */
  tag?: string[]
  /** Only those who asked not to be called, or only those who did not. */
  doNotCall?: 'true' | 'false'
  /** Those deleted in the last 30 days, instead of all others. */
  deleted?: 'true'
  /** The dialog for a new person is open. */
  add?: true
}

const candidatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/candidates',
  staticData: { title: msg`Candidates`, skeleton: 'table' },
  beforeLoad: requires('candidates:read'),
  validateSearch: (search): CandidatesSearch => ({
    q: searchParam(search.q),
    sort: oneOfParam(search.sort, candidateSorts),
    tag: listParam(search.tag, 40),
    doNotCall: oneOfParam(search.doNotCall, ['true', 'false']),
    deleted: oneOfParam(search.deleted, ['true']),
    add: flagParam(search.add),
  }),
  loaderDeps: ({ search: { add, ...query } }) => query,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listCandidates, { query: deps }))
  },
  component: lazyRouteComponent(() => import('./candidates-page.tsx'), 'CandidatesPage'),
})

const candidateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/candidates/$id',
  staticData: { title: msg`Candidate`, skeleton: 'form' },
  beforeLoad: requires('candidates:read'),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(endpointQuery(getCandidate, { params })).catch((error: unknown) => {
      const now =
        error instanceof ApiError ? (error.details?.mergedInto as { id: string } | undefined) : undefined
      if (now) throw redirect({ to: '/candidates/$id', params: { id: now.id }, replace: true })
      throw error
    }),
  component: lazyRouteComponent(() => import('./candidate-page.tsx'), 'CandidatePage'),
})

export const candidateRoutes = [candidatesRoute, candidateRoute]
