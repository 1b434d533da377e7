import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { endpointInfiniteQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { oneOfParam, textParam } from '../ui/search-params.ts'
import { type ActivityFilter, activityInput } from './activity-query.ts'
import { applicationQuery, summaryQuery } from './application-query.ts'
import { allOpen, readApplicationsSearch, toListQuery } from './applications-search.ts'
import { applicationListQuery } from './list-cache.ts'
import { viewsQuery } from './views.ts'

const applicationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications',
  staticData: { title: 'Applications', skeleton: 'table' },
  validateSearch: readApplicationsSearch,
  beforeLoad: async ({ context, search }) => {
    requires('applications:read')()
    if (Object.keys(search).length > 0) return
    // An address that says nothing opens one's default view, or all that are open.
    const views = await context.queryClient.ensureQueryData(viewsQuery).catch(() => null)
    const view = views?.items.find(({ isDefault, can }) => isDefault && can.edit)
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
}

const createApplicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/create',
  staticData: { title: 'Add application', skeleton: 'form' },
  beforeLoad: requires('applications:write'),
  validateSearch: (search): CreateApplicationSearch => ({
    positionId: textParam(search.positionId),
    statusId: textParam(search.statusId),
  }),
  component: lazyRouteComponent(() => import('./create-application-page.tsx'), 'CreateApplicationPage'),
})

export interface ApplicationSearch {
  /** What the timeline is narrowed to. */
  activity?: Exclude<ActivityFilter, 'all'>
  dialog?: 'close' | 'call'
}

const applicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/$id',
  staticData: { title: 'Application', skeleton: 'form' },
  beforeLoad: requires('applications:read'),
  validateSearch: (search): ApplicationSearch => ({
    activity: oneOfParam(search.activity, ['comments', 'calls', 'moves', 'changes']),
    dialog: oneOfParam(search.dialog, ['close', 'call']),
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
