import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { adminRoutes } from './admin/routes.ts'
import { agentRoutes } from './agents/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { queryClient } from './api/query.ts'
import { applicationRoutes } from './applications/routes.ts'
import { boardRoutes } from './board/routes.ts'
import { candidateRoutes } from './candidates/routes.ts'
import { companyRoutes } from './companies/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { rootRoute } from './layout/root-route.tsx'
import { RouteError, RoutePending } from './layout/route-states.tsx'
import { pipelineRoutes } from './pipelines/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { positionRoutes } from './positions/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { parseSearch, stringifySearch } from './ui/search-params.ts'

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

/** Every screen behind sign-in. A noun lists its own in its `routes.ts`. */
const routeTree = rootRoute.addChildren([
  indexRoute,
  ...dashboardRoutes,
  ...analyticsRoutes,
  ...applicationRoutes,
  ...boardRoutes,
  ...positionRoutes,
  ...candidateRoutes,
  ...companyRoutes,
  ...pipelineRoutes,
  ...importRoutes,
  ...agentRoutes,
  ...settingsRoutes,
  ...planRoutes,
  ...adminRoutes,
])

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  defaultPendingComponent: RoutePending,
  defaultErrorComponent: RouteError,
})

/** Whether an address of this site opens a screen. */
export function isScreen(address: string): boolean {
  const [, params, route] = router.getMatchedRoutes(new URL(address, window.location.origin).pathname)
  // What a route leaves of a path is in `**`.
  return route !== undefined && params['**'] === undefined
}

// A key or click that leads to another screen is answered at once, before the screen is there.
router.subscribe('onBeforeNavigate', ({ pathChanged }) =>
  document.body.toggleAttribute('data-going', pathChanged),
)
router.subscribe('onResolved', () => document.body.removeAttribute('data-going'))

// Every navigation to another screen starts at its top; filters and drawers, which only change the search, do not.
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (!pathChanged) return
  window.scrollTo(0, 0)
  for (const area of document.querySelectorAll('[data-scrolls-to-top]')) area.scrollTop = 0
  if (fromLocation) focusHeading()
})

/** Tells those who cannot see it that another screen is here, unless it took the focus for a field of its own. */
function focusHeading() {
  const main = document.querySelector('main')
  if (main?.contains(document.activeElement) && document.activeElement !== main) return
  const heading = main?.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
