import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const analyticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/analytics',
  staticData: { title: 'Analytics', skeleton: 'cards' },
  beforeLoad: requires('reports:read'),
  component: lazyRouteComponent(() => import('./analytics-page.tsx'), 'AnalyticsPage'),
})

export const analyticsRoutes = [analyticsRoute]
