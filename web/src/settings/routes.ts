import { msg } from '@lingui/core/macro'
import { getWorkspace } from '@muster/contract/workspace.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  staticData: { title: msg`Settings`, skeleton: 'form' },
  loader: ({ context }) => context.queryClient.ensureQueryData(endpointQuery(getWorkspace)),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
})

export const settingsRoutes = [settingsRoute]
