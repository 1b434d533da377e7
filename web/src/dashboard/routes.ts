import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { can } from '../session/session.ts'

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  staticData: { title: 'Dashboard', skeleton: 'cards' },
  // The start of those who may not see reports is their applications.
  beforeLoad: () => {
    if (!can('reports:read')) throw redirect({ to: '/applications', replace: true })
  },
  component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
})

export const dashboardRoutes = [dashboardRoute]
