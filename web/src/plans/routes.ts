import { msg } from '@lingui/core/macro'
import { getUsage } from '@muster/contract/plans.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const plansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans',
  staticData: { title: msg`Plans`, skeleton: 'cards' },
  beforeLoad: requires('plans:read'),
  loader: ({ context }) => context.queryClient.ensureQueryData(endpointQuery(getUsage)),
  component: lazyRouteComponent(() => import('./plans-page.tsx'), 'PlansPage'),
})

export const planRoutes = [plansRoute]
