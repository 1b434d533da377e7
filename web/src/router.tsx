import { parseSearch, stringifySearch } from '@muster/contract/search-parameters.ts'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { adminRoutes } from './admin/routes.ts'
import { agentRoutes } from './agents/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { queryClient } from './api/query.ts'
import { applicationRoutes } from './applications/routes.ts'
import { boardRoutes } from './board/routes.ts'
import { callQueueRoutes } from './call-queues/routes.ts'
import { candidateRoutes } from './candidates/routes.ts'
import { companyRoutes } from './companies/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { exploreRoutes } from './explore/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { rootRoute } from './layout/root-route.tsx'
import { RouteError, RoutePending } from './layout/route-states.tsx'
import { pipelineRoutes } from './pipelines/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { positionRoutes } from './positions/routes.ts'
import { reportDashboardRoutes } from './report-dashboards/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { voiceCampaignRoutes } from './voice-campaigns/routes.ts'

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

/** Every screen behind sign-in. Each noun lists its own in `routes.ts`. */
const routeTree = rootRoute.addChildren([
  indexRoute,
  ...dashboardRoutes,
  ...analyticsRoutes,
  ...exploreRoutes,
  ...reportDashboardRoutes,
  ...applicationRoutes,
  ...boardRoutes,
  ...positionRoutes,
  ...candidateRoutes,
  ...companyRoutes,
  ...reviewRoutes,
  ...pipelineRoutes,
  ...importRoutes,
  ...agentRoutes,
  ...callQueueRoutes,
  ...voiceCampaignRoutes,
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
  // The query cache decides what is stale.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  defaultPendingComponent: RoutePending,
  defaultErrorComponent: RouteError,
})

/** Returns whether an address of this site is a screen. */
export function isScreen(address: string): boolean {
  const [, params, route] = router.getMatchedRoutes(new URL(address, window.location.origin).pathname)
  // `**` holds the part of the path that no route matched.
  return route !== undefined && params['**'] === undefined
}

// Responds to navigation at once, before the screen is loaded.
router.subscribe('onBeforeNavigate', ({ pathChanged }) =>
  document.body.toggleAttribute('data-going', pathChanged),
)
router.subscribe('onResolved', () => document.body.removeAttribute('data-going'))

// Navigating to another screen scrolls to its top. Changing search parameters, such as filters and drawers,
// does not.
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (!pathChanged) return
  window.scrollTo(0, 0)
  for (const area of document.querySelectorAll('[data-scrolls-to-top]')) area.scrollTop = 0
  if (fromLocation) focusHeading()
})

/**
 * Announces the new screen to screen readers by focusing its heading, unless the screen focused a field or the user
 * has opened one of its menus.
 */
function focusHeading() {
  const main = document.querySelector('main')
  if (document.activeElement?.closest('[role=menu], [role=listbox]')) return
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
