import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const agentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents',
  staticData: { title: 'Agents and calls', skeleton: 'table' },
  beforeLoad: requires('agents:read'),
  component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
})

export const agentRoutes = [agentsRoute]
