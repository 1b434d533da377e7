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
import { can } from '../session/session.ts'
import { type ReportSearch, readReportSearch, toReportQuery } from './report-search.ts'
import { reportTimezone } from './report-timezone.ts'

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  staticData: { title: msg`Dashboard`, skeleton: 'cards' },
  // The start of those who may not see reports is their applications.
  beforeLoad: () => {
    if (!can('reports:read')) throw redirect({ to: '/applications', replace: true })
  },
  validateSearch: (search): ReportSearch => readReportSearch(search),
  // The drawer of calls asks for no report anew.
  loaderDeps: ({ search: { calls, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const query = toReportQuery(deps, reportTimezone())
    for (const endpoint of [getHiringSummary, getDailyActivity, getLeadsStatusOverview])
      void queryClient.prefetchQuery(endpointQuery(endpoint, { query }))
    return queryClient.ensureQueryData(endpointQuery(getKpiMetrics, { query }))
  },
  component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
})

export const dashboardRoutes = [dashboardRoute]
