import { msg } from '@lingui/core/macro'
import type { positionStates } from '@muster/contract/position-states.ts'
import {
  getPosition,
  getPositionPeople,
  listPositionActivity,
  listPositions,
} from '@muster/contract/positions.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { endpointInfiniteQuery, endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import {
  dropUnknown,
  idsParam,
  listOfParam,
  oneOfParam,
  searchParam,
  textParam,
} from '../ui/search-params.ts'
import { activityFilters, activityQuery } from './activity-query.ts'
import { stateLabels } from './position-state.ts'

const positionSorts = ['-createdAt', 'createdAt', 'name', '-name', 'company', '-company'] as const

export interface PositionsSearch {
  q?: string
  state?: (typeof positionStates)[number][]
  companyId?: string[]
  /** Only these positions. */
  positionId?: string[]
  ownerId?: string[]
  sort?: (typeof positionSorts)[number]
  /** Lists deleted positions, which can be restored, instead. */
  deleted?: 'true'
}

interface CreatePositionSearch {
  companyId?: string
  pipelineId?: string
  /** The position to copy fields and statuses from. */
  copyOf?: string
}

interface PositionSearch {
  /** The funnel counts applications that reached each type, instead of those in it now. */
  funnel?: 'reached'
  activity?: (typeof activityFilters)[number]
}

const positionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/positions',
  staticData: { title: msg`Positions`, skeleton: 'table' },
  beforeLoad: requires('positions:read'),
  validateSearch: (search): PositionsSearch =>
    dropUnknown(search, {
      q: searchParam(search.q),
      state: listOfParam(search.state, Object.keys(stateLabels) as (keyof typeof stateLabels)[]),
      companyId: idsParam(search.companyId),
      positionId: idsParam(search.positionId),
      ownerId: idsParam(search.ownerId),
      sort: oneOfParam(search.sort, positionSorts),
      deleted: oneOfParam(search.deleted, ['true']),
    }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listPositions, { query: deps }))
  },
  component: lazyRouteComponent(
    () => withTexts('positions', import('./positions-page.tsx')),
    'PositionsPage',
  ),
})

const createPositionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/positions/create',
  staticData: { title: msg`Create position`, skeleton: 'form' },
  beforeLoad: requires('positions:write'),
  validateSearch: (search): CreatePositionSearch => ({
    companyId: textParam(search.companyId),
    pipelineId: textParam(search.pipelineId),
    copyOf: textParam(search.copyOf),
  }),
  component: lazyRouteComponent(
    () => withTexts('positions', import('./create-position-page.tsx')),
    'CreatePositionPage',
  ),
})

const positionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/positions/$id',
  staticData: { title: msg`Position`, skeleton: 'form' },
  beforeLoad: requires('positions:read'),
  validateSearch: (search): PositionSearch => ({
    funnel: oneOfParam(search.funnel, ['reached']),
    activity: oneOfParam(search.activity, activityFilters),
  }),
  loaderDeps: ({ search: { activity } }) => ({ activity }),
  loader: ({ context: { queryClient }, params, deps: { activity } }) => {
    const asked = activityQuery(params.id, activity ?? 'all')
    void queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listPositionActivity, asked))
    void queryClient.prefetchQuery(endpointQuery(getPositionPeople, { params }))
    return queryClient.ensureQueryData(endpointQuery(getPosition, { params }))
  },
  component: lazyRouteComponent(() => withTexts('positions', import('./position-page.tsx')), 'PositionPage'),
})

const editPositionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/positions/$id/edit',
  staticData: { title: msg`Edit position`, skeleton: 'form' },
  beforeLoad: requires('positions:write'),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(endpointQuery(getPosition, { params })),
  component: lazyRouteComponent(
    () => withTexts('positions', import('./edit-position-page.tsx')),
    'EditPositionPage',
  ),
})

export const positionRoutes = [positionsRoute, createPositionRoute, positionRoute, editPositionRoute]
