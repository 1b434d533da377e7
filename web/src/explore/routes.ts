import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { readExploreSearch } from './explore-search.ts'

const exploreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/explore',
  staticData: { title: msg`Explore`, skeleton: 'cards' },
  beforeLoad: requires('reports:read'),
  validateSearch: readExploreSearch,
  component: lazyRouteComponent(() => withTexts('explore', import('./explore-page.tsx')), 'ExplorePage'),
})

export const exploreRoutes = [exploreRoute]
