import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { flagParam, listParam, textParam } from '../ui/search-params.ts'
import { type BoardSearch, boardQuery } from './board-query.ts'

const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/board/$id',
  staticData: { title: 'Board', skeleton: 'board' },
  beforeLoad: requires('applications:read'),
  validateSearch: (search): BoardSearch => ({
    ownerId: listParam(search.ownerId),
    source: listParam(search.source),
    q: textParam(search.q),
    late: flagParam(search.late),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(boardQuery(params.id, deps))
  },
  component: lazyRouteComponent(() => import('./board-page.tsx'), 'BoardPage'),
})

export const boardRoutes = [boardRoute]
