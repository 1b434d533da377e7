import { msg } from '@lingui/core/macro'
import { listCandidates } from '@muster/contract/candidates.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { endpointInfiniteQuery } from '../api/query.ts'
import { type RecordView, readRecordView } from '../applications/record/record-view.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { dropUnknown, flagParam, idParam, listParam, oneOfParam, searchParam } from '../ui/search-params.ts'

const candidateSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const

export interface CandidatesSearch {
  q?: string
  sort?: (typeof candidateSorts)[number]
  /** Candidates with any of these tags. */
  tag?: string[]
  /** Only candidates who asked not to be called, or only the others. */
  doNotCall?: 'true' | 'false'
  /** Only candidates deleted in the last 30 days. */
  deleted?: 'true'
  /** The dialog for a new candidate is open. */
  add?: true
}

const candidatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/candidates',
  staticData: { title: msg`Candidates`, skeleton: 'table' },
  beforeLoad: requires('candidates:read'),
  validateSearch: (search): CandidatesSearch =>
    dropUnknown(search, {
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
  component: lazyRouteComponent(
    () => withTexts('candidates', import('./candidates-page.tsx')),
    'CandidatesPage',
  ),
})

const candidateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/candidates/$id',
  staticData: { title: msg`Candidate`, skeleton: 'form' },
  beforeLoad: requires('candidates:read'),
  validateSearch: (search): RecordView & { application?: string } => ({
    ...readRecordView(search),
    application: idParam(search.application),
  }),
  loaderDeps: ({ search: { application } }) => ({ application }),
  loader: async ({ params, deps }) => {
    const { loadCandidate } = await import('./load-candidate.ts')
    return loadCandidate(params.id, deps.application)
  },
  component: lazyRouteComponent(
    () => withTexts('candidates', import('./candidate-page.tsx')),
    'CandidatePage',
  ),
})

export const candidateRoutes = [candidatesRoute, candidateRoute]
