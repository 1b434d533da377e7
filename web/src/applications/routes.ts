import { msg } from '@lingui/core/macro'
import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { getCandidate } from '@muster/contract/candidates.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { endpointInfiniteQuery, endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { idParam, nothingElse, oneOfParam, textParam } from '../ui/search-params.ts'
import { type ActivityFilter, activityInput } from './activity-query.ts'
import { applicationQuery, summaryQuery } from './application-query.ts'
import {
  type ApplicationsSearch,
  allOpen,
  readApplicationsSearch,
  toListQuery,
} from './applications-search.ts'
import { applicationListQuery } from './list-query.ts'
import { viewsQuery } from './views-query.ts'

const applicationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications',
  staticData: { title: msg`Applications`, skeleton: 'table' },
  validateSearch: (search): ApplicationsSearch => nothingElse(search, readApplicationsSearch(search)),
  beforeLoad: async ({ context, search }) => {
    requires('applications:read')()
    if (Object.values(search).some((value) => value !== undefined)) return
    // An address that says nothing opens one's default view, or all that are open.
    // The list does not wait for views that do not come.
    const views = await context.queryClient.ensureQueryData({ ...viewsQuery, retry: false }).catch(() => null)
    const view = views?.items.find(({ isDefault }) => isDefault)
    const opens = view ? { ...readApplicationsSearch(view.query), view: view.id } : allOpen
    throw redirect({ to: '/applications', search: opens, replace: true })
  },
  loaderDeps: ({ search }) => toListQuery(search),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(applicationListQuery(deps))
  },
  component: lazyRouteComponent(() => import('./applications-page.tsx'), 'ApplicationsPage'),
})

interface CreateApplicationSearch {
  /** Filled in from where one came. */
  positionId?: string
  statusId?: string
  /** Whom it is for. */
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
  component: lazyRouteComponent(() => import('./create-application-page.tsx'), 'CreateApplicationPage'),
})

export interface ApplicationSearch {
  /** What the timeline is narrowed to. */
  activity?: Exclude<ActivityFilter, 'all'>
  /** The entry of the timeline a link leads to. */
  entry?: string
  /** The file that is looked at. */
  file?: string
  dialog?: 'close' | 'call' | 'approve' | 'decline'
}

const applicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/$id',
  staticData: { title: msg`Application`, skeleton: 'form' },
  beforeLoad: requires('applications:read'),
  validateSearch: (search): ApplicationSearch => ({
    activity: oneOfParam(search.activity, ['comments', 'calls', 'moves', 'files', 'changes']),
    entry: textParam(search.entry),
    file: textParam(search.file),
    dialog: oneOfParam(search.dialog, ['close', 'call', 'approve', 'decline']),
  }),
  loaderDeps: ({ search: { activity } }) => ({ activity }),
  loader: ({ context, params, deps }) => {
    const activity = activityInput(params.id, deps.activity ?? 'all')
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listActivityLogs, activity))
    void context.queryClient.prefetchQuery(summaryQuery(params.id))
    return context.queryClient.ensureQueryData(applicationQuery(params.id))
  },
  component: lazyRouteComponent(() => import('./application-page.tsx'), 'ApplicationPage'),
})

export const applicationRoutes = [applicationsRoute, createApplicationRoute, applicationRoute]
