import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const candidatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/candidates',
  staticData: { title: 'Candidates', skeleton: 'table' },
  beforeLoad: requires('candidates:read'),
  component: lazyRouteComponent(() => import('./candidates-page.tsx'), 'CandidatesPage'),
})

const candidateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/candidates/$id',
  staticData: { title: 'Candidate', skeleton: 'form' },
  beforeLoad: requires('candidates:read'),
  component: lazyRouteComponent(() => import('./candidate-page.tsx'), 'CandidatePage'),
})

export const candidateRoutes = [candidatesRoute, candidateRoute]
