import { msg } from '@lingui/core/macro'
import { getCandidate } from '@muster/contract/candidates.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { dropUnknown, idParam } from '../ui/search-params.ts'
import { type ApplicationsSearch, allOpen, readApplicationsSearch } from './filters/applications-search.ts'
import { readRecordView } from './record/record-view.ts'
import { viewsQuery } from './views/views-query.ts'

const applicationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications',
  staticData: { title: msg`Applications`, skeleton: 'table' },
  validateSearch: (search): ApplicationsSearch => dropUnknown(search, readApplicationsSearch(search)),
  beforeLoad: async ({ context, search }) => {
    await requires('applications:read')()
    if (Object.values(search).some((value) => value !== undefined)) return
    // Without search parameters, open the user's default view, or all open applications. The list does not
    // wait for views that fail to load.
    const views = await context.queryClient.ensureQueryData({ ...viewsQuery, retry: false }).catch(() => null)
    const view = views?.items.find(({ isDefault }) => isDefault)
    const opens = view ? { ...readApplicationsSearch(view.query), view: view.id } : allOpen
    throw redirect({ to: '/applications', search: opens, replace: true })
  },
  loaderDeps: ({ search: { view, peek, ...rows } }) => rows,
  loader: async ({ deps }) => (await import('./list/prefetch-list.ts')).prefetchList(deps),
  component: lazyRouteComponent(
    () => withTexts('applications', import('./list/applications-page.tsx')),
    'ApplicationsPage',
  ),
})

interface CreateApplicationSearch {
  positionId?: string
  statusId?: string
  candidateId?: string
}

const createApplicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/create',
  staticData: { title: msg`Add application`, skeleton: 'form' },
  beforeLoad: requires('applications:write'),
  validateSearch: (search): CreateApplicationSearch => ({
    positionId: idParam(search.positionId),
    statusId: idParam(search.statusId),
    candidateId: idParam(search.candidateId),
  }),
  loaderDeps: ({ search: { candidateId } }) => ({ candidateId }),
  loader: async ({ context: { queryClient }, deps: { candidateId: id } }) => {
    const [candidate, open] = await Promise.all([
      id ? queryClient.ensureQueryData(endpointQuery(getCandidate, { params: { id } })) : null,
      // The form searches positions itself, so it does not wait for a second attempt.
      queryClient
        .fetchQuery({
          ...endpointQuery(listPositions, { query: { state: ['open'], limit: 2 } }),
          retry: false,
        })
        .catch(() => null),
    ])
    const [position, ...others] = open?.items ?? []
    return { candidate, onlyPositionId: others.length === 0 ? (position?.id ?? null) : null }
  },
  component: lazyRouteComponent(
    () => withTexts('applications', import('./create/create-application-page.tsx')),
    'CreateApplicationPage',
  ),
})

const applicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/$id',
  staticData: { title: msg`Application`, skeleton: 'form' },
  beforeLoad: requires('applications:read'),
  validateSearch: readRecordView,
  loaderDeps: ({ search: { activity } }) => ({ activity }),
  // The code of the record is not needed for the first screen.
  loader: async ({ params, deps }) => {
    const { loadApplication } = await import('./record/load-application.ts')
    return loadApplication(params.id, deps.activity)
  },
  component: lazyRouteComponent(
    () => withTexts('applications', import('./record/application-page.tsx')),
    'ApplicationPage',
  ),
})

export const applicationRoutes = [applicationsRoute, createApplicationRoute, applicationRoute]
