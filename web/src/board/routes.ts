import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { flagParam, listParam, oneOfParam, textParam } from '../ui/search-params.ts'
import type { LaneGroup } from './board-moves.ts'
import { type BoardSearch, boardQuery } from './board-query.ts'

const laneGroupNames: readonly LaneGroup[] = ['owner', 'company']

const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/board/$id',
  staticData: { title: msg`Board`, skeleton: 'board' },
  beforeLoad: requires('applications:read'),
  validateSearch: (search): BoardSearch => ({
    ownerId: listParam(search.ownerId),
    source: listParam(search.source),
    tag: listParam(search.tag),
    positionId: listParam(search.positionId),
    companyId: listParam(search.companyId),
    q: textParam(search.q),
    late: flagParam(search.late),
    callbackDue: flagParam(search.callbackDue),
    neverContacted: flagParam(search.neverContacted),
    group: oneOfParam(search.group, laneGroupNames),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(boardQuery(params.id, deps))
  },
  component: lazyRouteComponent(() => import('./board-page.tsx'), 'BoardPage'),
})

export const boardRoutes = [boardRoute]
