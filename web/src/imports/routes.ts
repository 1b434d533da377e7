import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const importsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports',
  staticData: { title: 'Imports', skeleton: 'table' },
  beforeLoad: requires('applications:import'),
  component: lazyRouteComponent(() => import('./imports-page.tsx'), 'ImportsPage'),
})

const newImportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports/new',
  staticData: { title: 'Import applications', skeleton: 'form' },
  beforeLoad: requires('applications:import'),
  component: lazyRouteComponent(() => import('./new-import-page.tsx'), 'NewImportPage'),
})

export const importRoutes = [importsRoute, newImportRoute]
