import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const pipelinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pipelines',
  staticData: { title: 'Pipelines', skeleton: 'table' },
  beforeLoad: requires('pipelines:read'),
  component: lazyRouteComponent(() => import('./pipelines-page.tsx'), 'PipelinesPage'),
})

export const pipelineRoutes = [pipelinesRoute]
