import { msg } from '@lingui/core/macro'
import { getImportStatus, listImports } from '@muster/contract/import-status.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { endpointInfiniteQuery, endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import { oneOfParam, textParam } from '../ui/search-params.ts'

const importsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports',
  staticData: { title: msg`Imports`, skeleton: 'table' },
  beforeLoad: requires('applications:import'),
  loader: ({ context }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listImports, { query: {} }))
  },
  component: lazyRouteComponent(() => withTexts('imports', import('./imports-page.tsx')), 'ImportsPage'),
})

/** Which rows of the preview are shown. */
const results = ['create', 'update', 'skip', 'conflict', 'invalid'] as const

interface NewImportSearch {
  /** The file that is looked at, and how far one is with it. */
  draft?: string
  step?: 'preview'
  only?: (typeof results)[number]
  reason?: string
  /** A case of people and a field with lost values. The preview, which knows them all, checks them. */
  kind?: string
  lost?: string
  /** The import that was started: its progress is shown, also after leaving and coming back. */
  id?: string
  /** The position rows go to whose file names none. */
  positionId?: string
}

const newImportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports/new',
  staticData: { title: msg`Import applications`, skeleton: 'form' },
  beforeLoad: requires('applications:import'),
  validateSearch: (search): NewImportSearch => ({
    draft: textParam(search.draft),
    step: oneOfParam(search.step, ['preview']),
    only: oneOfParam(search.only, results),
    reason: textParam(search.reason),
    kind: textParam(search.kind),
    lost: textParam(search.lost),
    id: textParam(search.id),
    positionId: textParam(search.positionId),
  }),
  loaderDeps: ({ search }) => ({ id: search.id }),
  loader: ({ context, deps: { id } }) =>
    id ? context.queryClient.ensureQueryData(endpointQuery(getImportStatus, { params: { id } })) : null,
  component: lazyRouteComponent(() => withTexts('imports', import('./new-import-page.tsx')), 'NewImportPage'),
})

export const importRoutes = [importsRoute, newImportRoute]
