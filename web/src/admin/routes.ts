import { msg } from '@lingui/core/macro'
import { getInstallation, listMails } from '@muster/contract/admin.ts'
import { listAllAuditLogs } from '@muster/contract/admin-audit.ts'
import { listJobs, listQueues } from '@muster/contract/admin-jobs.ts'
import { listAllUsers } from '@muster/contract/admin-users.ts'
import { listWorkspaces } from '@muster/contract/admin-workspaces.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { endpointInfiniteQuery, endpointQuery } from '../api/query.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import {
  readAuditSearch,
  readJobsSearch,
  readMailsSearch,
  readPeopleSearch,
  readWorkspacesSearch,
  rowsOf,
} from './admin-search.ts'

/** What the screens of the installation share: the bar, and the tabs between them. */
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  staticData: { title: msg`Installation`, skeleton: 'table' },
  beforeLoad: requires('platform:manage'),
  component: lazyRouteComponent(() => import('./admin-page.tsx'), 'AdminPage'),
})

const indexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/workspaces', replace: true })
  },
})

const workspacesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/workspaces',
  staticData: { title: msg`Workspaces`, skeleton: 'table' },
  validateSearch: readWorkspacesSearch,
  loaderDeps: ({ search }) => rowsOf(search),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listWorkspaces, { query: deps }))
  },
  component: lazyRouteComponent(() => import('./workspace-list.tsx'), 'WorkspaceList'),
})

const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  staticData: { title: msg`Users of all workspaces`, skeleton: 'table' },
  validateSearch: readPeopleSearch,
  loaderDeps: ({ search }) => rowsOf(search),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listAllUsers, { query: deps }))
  },
  component: lazyRouteComponent(() => import('./people-list.tsx'), 'PeopleList'),
})

const jobsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/jobs',
  staticData: { title: msg`Jobs`, skeleton: 'table' },
  validateSearch: readJobsSearch,
  loaderDeps: ({ search }) => rowsOf(search),
  loader: async ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listJobs, { query: deps }))
    await context.queryClient.ensureQueryData(endpointQuery(listQueues))
  },
  component: lazyRouteComponent(() => import('./job-list.tsx'), 'JobList'),
})

const mailsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/mails',
  staticData: { title: msg`Mail outbox`, skeleton: 'table' },
  validateSearch: readMailsSearch,
  loaderDeps: ({ search }) => rowsOf(search),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listMails, { query: deps }))
  },
  component: lazyRouteComponent(() => import('./mail-list.tsx'), 'MailList'),
})

const healthRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/health',
  staticData: { title: msg`Health`, skeleton: 'form' },
  loader: ({ context }) => context.queryClient.ensureQueryData(endpointQuery(getInstallation)),
  component: lazyRouteComponent(() => import('./health-view.tsx'), 'HealthView'),
})

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  staticData: { title: msg`Audit log of all workspaces`, skeleton: 'table' },
  validateSearch: readAuditSearch,
  loaderDeps: ({ search }) => rowsOf(search),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchInfiniteQuery(endpointInfiniteQuery(listAllAuditLogs, { query: deps }))
  },
  component: lazyRouteComponent(() => import('./audit-list.tsx'), 'AuditList'),
})

const adminPlansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/plans',
  staticData: { title: msg`Plans on sale`, skeleton: 'table' },
  beforeLoad: requires('platform:manage'),
  component: lazyRouteComponent(() => import('./admin-plans-page.tsx'), 'AdminPlansPage'),
})

export const adminRoutes = [
  adminRoute.addChildren([
    indexRoute,
    workspacesRoute,
    usersRoute,
    jobsRoute,
    mailsRoute,
    healthRoute,
    auditRoute,
  ]),
  adminPlansRoute,
]
