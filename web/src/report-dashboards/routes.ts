import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type ExploreSearch, readExploreSearch } from '../explore/explore-search.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { flagParam, textParam } from '../ui/search-params.ts'

const screen = {
  getParentRoute: () => rootRoute,
  staticData: { title: msg`Report dashboards`, skeleton: 'cards' as const },
  beforeLoad: requires('reports:read'),
}

interface ListSearch {
  q?: string | undefined
  /** The form for a new one is open. */
  add?: true | undefined
}

/** The period and the filters over all tiles, as in Explore. */
export interface DashboardSearch extends ExploreSearch {
  /** The tiles are being arranged. */
  edit?: true | undefined
}

const listRoute = createRoute({
  ...screen,
  path: '/report-dashboards',
  validateSearch: (search): ListSearch => ({ q: textParam(search.q), add: flagParam(search.add) }),
  component: lazyRouteComponent(
    () => withTexts('report-dashboards', import('../explore/explore-page.tsx')),
    'ReportDashboardsPage',
  ),
})

const dashboardRoute = createRoute({
  ...screen,
  path: '/report-dashboards/$id',
  validateSearch: (search): DashboardSearch => ({
    ...readExploreSearch(search),
    edit: flagParam(search.edit),
  }),
  component: lazyRouteComponent(
    () => withTexts('report-dashboards', import('../explore/explore-page.tsx')),
    'ReportDashboardPage',
  ),
})

export const reportDashboardRoutes = [listRoute, dashboardRoute]
