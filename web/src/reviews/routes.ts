import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { idParam } from '../ui/search-params.ts'

interface ReviewsSearch {
  /** The person shown: the ID of the application. */
  person?: string | undefined
}

// They load with every first screen, so they are as short as they can be: the screens read their own data.
const reviewsPage = () => withTexts('reviews', import('./reviews-page.tsx'))
const screen = {
  getParentRoute: () => rootRoute,
  beforeLoad: requires('submissions:decide'),
  errorComponent: lazyRouteComponent(reviewsPage, 'ReviewsFailure'),
}

const reviewsRoute = createRoute({
  ...screen,
  path: '/reviews',
  validateSearch: (search): ReviewsSearch => ({ person: idParam(search.person) }),
  component: lazyRouteComponent(reviewsPage, 'ReviewsPage'),
})

const decidedRoute = createRoute({
  ...screen,
  path: '/reviews/decided',
  component: lazyRouteComponent(() => withTexts('reviews', import('./decided-page.tsx')), 'DecidedPage'),
})

const positionsRoute = createRoute({
  ...screen,
  path: '/reviews/positions',
  component: lazyRouteComponent(
    () => withTexts('reviews', import('./client-positions-page.tsx')),
    'ClientPositionsPage',
  ),
})

export const reviewRoutes = [reviewsRoute, decidedRoute, positionsRoute]
