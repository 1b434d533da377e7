import { msg } from '@lingui/core/macro'
import { getCompany, listCompanies } from '@muster/contract/companies.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { endpointInfiniteQuery, endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { dropUnknown, flagParam, oneOfParam, searchParam } from '../ui/search-params.ts'

const companySorts = ['name', '-name', 'createdAt', '-createdAt'] as const

export interface CompaniesSearch {
  q?: string
  sort?: (typeof companySorts)[number]
  /** Lists deleted companies, which can be restored, instead. */
  deleted?: 'true'
  /** The dialog for a new company is open. */
  add?: true
}

const companiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies',
  staticData: { title: msg`Companies`, skeleton: 'table' },
  beforeLoad: requires('companies:read'),
  validateSearch: (search): CompaniesSearch =>
    dropUnknown(search, {
      q: searchParam(search.q),
      sort: oneOfParam(search.sort, companySorts),
      deleted: oneOfParam(search.deleted, ['true']),
      add: flagParam(search.add),
    }),
  loaderDeps: ({ search: { q, sort, deleted } }) => ({ q, sort, deleted }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listCompanies, { query: deps }))
  },
  component: lazyRouteComponent(
    () => withTexts('companies', import('./companies-page.tsx')),
    'CompaniesPage',
  ),
})

const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies/$id',
  staticData: { title: msg`Company`, skeleton: 'form' },
  beforeLoad: requires('companies:read'),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchInfiniteQuery(
      endpointInfiniteQuery(listPositions, { query: { companyId: params.id } }),
    )
    return context.queryClient.ensureQueryData(endpointQuery(getCompany, { params }))
  },
  component: lazyRouteComponent(() => withTexts('companies', import('./company-page.tsx')), 'CompanyPage'),
})

export const companyRoutes = [companiesRoute, companyRoute]
