import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const applicationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications',
  staticData: { title: 'Applications', skeleton: 'table' },
  beforeLoad: requires('applications:read'),
  component: lazyRouteComponent(() => import('./applications-page.tsx'), 'ApplicationsPage'),
})

const createApplicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/create',
  staticData: { title: 'Add application', skeleton: 'form' },
  beforeLoad: requires('applications:write'),
  component: lazyRouteComponent(() => import('./create-application-page.tsx'), 'CreateApplicationPage'),
})

const applicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/$id',
  staticData: { title: 'Application', skeleton: 'form' },
  beforeLoad: requires('applications:read'),
  component: lazyRouteComponent(() => import('./application-page.tsx'), 'ApplicationPage'),
})

export const applicationRoutes = [applicationsRoute, createApplicationRoute, applicationRoute]
