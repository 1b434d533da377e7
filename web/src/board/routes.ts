import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/board/$id',
  staticData: { title: 'Board', skeleton: 'board' },
  beforeLoad: requires('applications:read'),
  component: lazyRouteComponent(() => import('./board-page.tsx'), 'BoardPage'),
})

export const boardRoutes = [boardRoute]
