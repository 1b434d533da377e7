import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { textParam } from '../ui/search-params.ts'
import { readDialogSearch } from './dialog-search.ts'

interface DeskSearch {
  /** The people with this reason are listed. */
  reason?: string | undefined
}

const screen = {
  getParentRoute: () => rootRoute,
  staticData: { title: msg`Call queues` },
  beforeLoad: requires('calls:write'),
}

const queuesRoute = createRoute({
  ...screen,
  path: '/call-queues',
  validateSearch: readDialogSearch,
  component: lazyRouteComponent(
    () => withTexts('call-queues', import('./call-queues-page.tsx')),
    'CallQueuesPage',
  ),
})

const deskRoute = createRoute({
  ...screen,
  path: '/call-queues/$id',
  validateSearch: (search): DeskSearch => ({ reason: textParam(search.reason) }),
  component: lazyRouteComponent(
    () => withTexts('call-queues', import('./call-desk-page.tsx')),
    'CallDeskPage',
  ),
})

interface WallboardSearch {
  /** The filters of the calls behind a figure, which are listed in a drawer. */
  calls?: string | undefined
}

const wallboardRoute = createRoute({
  ...screen,
  path: '/call-queues/wallboard',
  beforeLoad: requires('call-queues:manage'),
  validateSearch: (search): WallboardSearch => ({ calls: textParam(search.calls) }),
  component: lazyRouteComponent(
    () => withTexts('call-queues', import('./call-queues-page.tsx')),
    'WallboardPage',
  ),
})

export const callQueueRoutes = [queuesRoute, deskRoute, wallboardRoute]
