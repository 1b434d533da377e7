import { msg } from '@lingui/core/macro'
import { listAgents } from '@muster/contract/agents.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { endpointInfiniteQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { oneOfParam, searchParam } from '../ui/search-params.ts'

const agentSorts = ['name', '-name'] as const

export interface AgentsSearch {
  q?: string
  sort?: (typeof agentSorts)[number]
}

const agentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents',
  staticData: { title: msg`Agents and calls`, skeleton: 'table' },
  beforeLoad: requires('agents:read'),
  validateSearch: (search): AgentsSearch => ({
    q: searchParam(search.q),
    sort: oneOfParam(search.sort, agentSorts),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listAgents, { query: deps }))
  },
  component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
})

export const agentRoutes = [agentsRoute]
