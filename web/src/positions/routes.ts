import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const positionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/positions',
  staticData: { title: 'Positions', skeleton: 'table' },
  beforeLoad: requires('positions:read'),
  component: lazyRouteComponent(() => import('./positions-page.tsx'), 'PositionsPage'),
})

const createPositionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/positions/create',
  staticData: { title: 'Open a position', skeleton: 'form' },
  beforeLoad: requires('positions:write'),
  component: lazyRouteComponent(() => import('./create-position-page.tsx'), 'CreatePositionPage'),
})

const positionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/positions/$id',
  staticData: { title: 'Position', skeleton: 'form' },
  beforeLoad: requires('positions:read'),
  component: lazyRouteComponent(() => import('./position-page.tsx'), 'PositionPage'),
})

const editPositionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/positions/$id/edit',
  staticData: { title: 'Edit position', skeleton: 'form' },
  beforeLoad: requires('positions:write'),
  component: lazyRouteComponent(() => import('./edit-position-page.tsx'), 'EditPositionPage'),
})

export const positionRoutes = [positionsRoute, createPositionRoute, positionRoute, editPositionRoute]
