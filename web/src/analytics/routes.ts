import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { readAnalyticsSearch } from './analytics-search.ts'

const analyticsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/analytics',
  staticData: { title: msg`Analytics`, skeleton: 'cards' },
  beforeLoad: requires('reports:read'),
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(
    () => withTexts('analytics', import('./analytics-page.tsx')),
    'AnalyticsPage',
  ),
})

export const analyticsRoutes = [analyticsRoute]
