import { listPipelines } from '@muster/contract/pipelines.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { textParam } from '../ui/search-params.ts'

export interface PipelinesSearch {
  /** The pipeline shown; the default one when left out. */
  id?: string
}

/** There are few pipelines in a workspace, so one page of the list is all of them. */
export const pipelinesQuery = () => endpointQuery(listPipelines, { query: { limit: 200 } })

const pipelinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pipelines',
  staticData: { title: 'Pipelines', skeleton: 'form' },
  beforeLoad: requires('pipelines:read'),
  validateSearch: (search): PipelinesSearch => ({ id: textParam(search.id) }),
  loader: ({ context }) => context.queryClient.ensureQueryData(pipelinesQuery()),
  component: lazyRouteComponent(() => import('./pipelines-page.tsx'), 'PipelinesPage'),
})

export const pipelineRoutes = [pipelinesRoute]
