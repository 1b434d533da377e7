import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const plansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans',
  staticData: { title: 'Plans', skeleton: 'cards' },
  beforeLoad: requires('plans:read'),
  component: lazyRouteComponent(() => import('./plans-page.tsx'), 'PlansPage'),
})

export const planRoutes = [plansRoute]
