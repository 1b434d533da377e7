import { msg } from '@lingui/core/macro'
import { getCandidate } from '@muster/contract/candidates.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { dropUnknown, idParam } from '../ui/search-params.ts'
import {
  type ApplicationsSearch,
  allOpen,
  readApplicationsSearch,
  toListQuery,
} from './filters/applications-search.ts'
import { applicationListQuery } from './list-query.ts'
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
  loaderDeps: ({ search }) => toListQuery(search),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(applicationListQuery(deps))
  },
  component: lazyRouteComponent(() => import('./list/applications-page.tsx'), 'ApplicationsPage'),
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
  loader: async ({ context, deps: { candidateId: id } }) =>
    id ? await context.queryClient.ensureQueryData(endpointQuery(getCandidate, { params: { id } })) : null,
  component: lazyRouteComponent(
    () => import('./create/create-application-page.tsx'),
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
  component: lazyRouteComponent(() => import('./record/application-page.tsx'), 'ApplicationPage'),
})

export const applicationRoutes = [applicationsRoute, createApplicationRoute, applicationRoute]
