import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  staticData: { title: 'Installation', skeleton: 'table' },
  beforeLoad: requires('platform:manage'),
  component: lazyRouteComponent(() => import('./admin-page.tsx'), 'AdminPage'),
})

const adminPlansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/plans',
  staticData: { title: 'Plans on sale', skeleton: 'table' },
  beforeLoad: requires('platform:manage'),
  component: lazyRouteComponent(() => import('./admin-plans-page.tsx'), 'AdminPlansPage'),
})

export const adminRoutes = [adminRoute, adminPlansRoute]
