import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { textParam } from '../ui/search-params.ts'
import { pipelinesQuery } from './pipelines-query.ts'

interface PipelinesSearch {
  /** The id of the selected pipeline; the default one if undefined. */
  id?: string
}

const pipelinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pipelines',
  staticData: { title: msg`Pipelines`, skeleton: 'form' },
  beforeLoad: requires('pipelines:read'),
  validateSearch: (search): PipelinesSearch => ({ id: textParam(search.id) }),
  loader: ({ context }) => context.queryClient.ensureQueryData(pipelinesQuery()),
  component: lazyRouteComponent(
    () => withTexts('pipelines', import('./pipelines-page.tsx')),
    'PipelinesPage',
  ),
})

export const pipelineRoutes = [pipelinesRoute]
