import { msg } from '@lingui/core/macro'
import { listMails, listWorkspaces } from '@muster/contract/admin.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { endpointInfiniteQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { oneOfParam, textParam } from '../ui/search-params.ts'

interface AdminSearch {
  /** Workspaces unless the outbox is named. */
  tab?: 'mails'
  /** The mail that is open. */
  mail?: string
}

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  staticData: { title: msg`Installation`, skeleton: 'table' },
  beforeLoad: requires('platform:manage'),
  validateSearch: (search): AdminSearch => ({
    tab: oneOfParam(search.tab, ['mails']),
    mail: textParam(search.mail),
  }),
  loaderDeps: ({ search }) => ({ tab: search.tab }),
  loader: ({ context, deps }) => {
    const list = deps.tab === 'mails' ? listMails : listWorkspaces
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(list))
  },
  component: lazyRouteComponent(() => import('./admin-page.tsx'), 'AdminPage'),
})

const adminPlansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/plans',
  staticData: { title: msg`Plans on sale`, skeleton: 'table' },
  beforeLoad: requires('platform:manage'),
  component: lazyRouteComponent(() => import('./admin-plans-page.tsx'), 'AdminPlansPage'),
})

export const adminRoutes = [adminRoute, adminPlansRoute]
