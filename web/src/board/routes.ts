import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customFieldsQuery } from '../custom-fields/custom-fields-query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import {
  dropUnknown,
  flagParam,
  idParam,
  idsParam,
  listParam,
  oneOfParam,
  searchParam,
} from '../ui/search-params.ts'
import type { LaneGroup } from './board-moves.ts'
import { boardQuery } from './board-query.ts'
import type { BoardSearch } from './board-search.ts'

const laneGroupNames: readonly LaneGroup[] = ['owner', 'company']

const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/board/$id',
  staticData: { title: msg`Board`, skeleton: 'board' },
  beforeLoad: requires('applications:read'),
  validateSearch: (search): BoardSearch =>
    dropUnknown(search, {
      ownerId: idsParam(search.ownerId, ['me', 'none']),
      source: listParam(search.source),
      tag: listParam(search.tag, 40),
      positionId: idsParam(search.positionId),
      companyId: idsParam(search.companyId),
      q: searchParam(search.q),
      late: flagParam(search.late),
      callbackDue: flagParam(search.callbackDue),
      neverContacted: flagParam(search.neverContacted),
      group: oneOfParam(search.group, laneGroupNames),
      card: idParam(search.card),
    }),
  loaderDeps: ({ search: { card, ...cards } }) => cards,
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(boardQuery(params.id, deps))
    // What cards show of custom fields decides their height.
    for (const subject of ['application', 'candidate'] as const)
      void context.queryClient.prefetchQuery(customFieldsQuery(subject))
  },
  component: lazyRouteComponent(() => withTexts('board', import('./board-page.tsx')), 'BoardPage'),
})

export const boardRoutes = [boardRoute]
