import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'

const companiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies',
  staticData: { title: 'Companies', skeleton: 'table' },
  beforeLoad: requires('companies:read'),
  component: lazyRouteComponent(() => import('./companies-page.tsx'), 'CompaniesPage'),
})

const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies/$id',
  staticData: { title: 'Company', skeleton: 'form' },
  beforeLoad: requires('companies:read'),
  component: lazyRouteComponent(() => import('./company-page.tsx'), 'CompanyPage'),
})

export const companyRoutes = [companiesRoute, companyRoute]
