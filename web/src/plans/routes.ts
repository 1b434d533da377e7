import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { readPlansSearch } from './plans-search.ts'

const loaders = () => withTexts('plans', import('./loaders.ts'))

const plansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plans',
  staticData: { title: msg`Plans`, skeleton: 'cards' },
  beforeLoad: requires('plans:read'),
  validateSearch: readPlansSearch,
  loader: async () => (await loaders()).plans(),
  component: lazyRouteComponent(() => withTexts('plans', import('./plans-page.tsx')), 'PlansPage'),
})

export const planRoutes = [plansRoute]
