import { msg } from '@lingui/core/macro'
import {
  getDailyActivity,
  getHiringSummary,
  getKpiMetrics,
  getLeadsStatusOverview,
} from '@muster/contract/dashboard.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { can } from '../session/session.ts'
import { withTexts } from '../texts/load-texts.ts'
import { loadParts } from './lazy-parts.ts'
import { readReportSearch, toReportQuery } from './report-search.ts'
import { reportTimezone } from './report-timezone.ts'

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  staticData: { title: msg`Dashboard`, skeleton: 'dashboard' },
  // Users who may not see reports start at their applications.
  beforeLoad: () => {
    if (!can('reports:read')) throw redirect({ to: '/applications', replace: true })
  },
  validateSearch: readReportSearch,
  // Opening the drawer of calls reloads no report.
  loaderDeps: ({ search: { calls, ...search } }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const query = toReportQuery(deps, reportTimezone())
    for (const endpoint of [getHiringSummary, getDailyActivity, getLeadsStatusOverview])
      void queryClient.prefetchQuery(endpointQuery(endpoint, { query }))
    const [, isGreeted] = await Promise.all([
      queryClient.ensureQueryData(endpointQuery(getKpiMetrics, { query })),
      loadParts(deps),
    ])
    if (isGreeted) throw redirect({ to: '/start', replace: true })
  },
  component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
})

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/start',
  staticData: { title: msg`Get started`, skeleton: 'form' },
  beforeLoad: requires('workspace:manage'),
  loader: async () => (await import('./start/load-start.ts')).loadStart(),
  component: lazyRouteComponent(() => withTexts('dashboard', import('./start/start-page.tsx')), 'StartPage'),
})

export const dashboardRoutes = [dashboardRoute, startRoute]
