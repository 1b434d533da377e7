import { msg } from '@lingui/core/macro'
import { listAgents } from '@muster/contract/agents.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { endpointInfiniteQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { flagParam, idParam, oneOfParam, searchParam } from '../ui/search-params.ts'
import { type AgentCallsKind, agentCallsKinds } from './agent-calls-kinds.ts'

const agentSorts = ['name', '-name'] as const

export interface AgentsSearch {
  q?: string
  sort?: (typeof agentSorts)[number]
  /** Lists deleted agents, which can be restored, instead. */
  deleted?: 'true'
  /** The drawer for a new agent is open. */
  add?: true
  /** The id of the agent in the drawer. */
  agent?: string
  /** The agent whose calls are shown, and the group of calls. */
  calls?: string
  which?: AgentCallsKind
}

const agentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents',
  staticData: { title: msg`Agents and calls`, skeleton: 'table' },
  beforeLoad: requires('agents:read'),
  validateSearch: (search): AgentsSearch => ({
    q: searchParam(search.q),
    sort: oneOfParam(search.sort, agentSorts),
    deleted: oneOfParam(search.deleted, ['true']),
    add: flagParam(search.add),
    agent: idParam(search.agent),
    calls: idParam(search.calls),
    which: oneOfParam(search.which, agentCallsKinds),
  }),
  loaderDeps: ({ search: { q, sort, deleted } }) => ({ q, sort, deleted }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listAgents, { query: deps }))
  },
  component: lazyRouteComponent(() => withTexts('agents', import('./agents-page.tsx')), 'AgentsPage'),
})

export const agentRoutes = [agentsRoute]
