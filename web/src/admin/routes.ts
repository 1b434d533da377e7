import { msg } from '@lingui/core/macro'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readAdminPlansSearch } from '../admin-billing/admin-billing-search.ts'
import { rootRoute } from '../layout/root-route.tsx'
import { requires } from '../session/requires.ts'
import { withTexts } from '../texts/load-texts.ts'
import {
  readAuditSearch,
  readJobsSearch,
  readMailsSearch,
  readPeopleSearch,
  readWorkspacesSearch,
  rowsOf,
} from './admin-search.ts'

const loaders = () => withTexts('admin', import('./loaders.ts'))

/** The layout of the administration screens: top bar and tabs. */
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  staticData: { title: msg`Installation`, skeleton: 'table' },
  beforeLoad: requires('platform:manage'),
  component: lazyRouteComponent(() => withTexts('admin', import('./admin-page.tsx')), 'AdminPage'),
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
  loader: async ({ deps }) => (await loaders()).workspaces(deps),
  component: lazyRouteComponent(() => withTexts('admin', import('./workspace-list.tsx')), 'WorkspaceList'),
})

const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  staticData: { title: msg`Users of all workspaces`, skeleton: 'table' },
  validateSearch: readPeopleSearch,
  loaderDeps: ({ search }) => rowsOf(search),
  loader: async ({ deps }) => (await loaders()).users(deps),
  component: lazyRouteComponent(() => withTexts('admin', import('./people-list.tsx')), 'PeopleList'),
})

const jobsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/jobs',
  staticData: { title: msg`Jobs`, skeleton: 'table' },
  validateSearch: readJobsSearch,
  loaderDeps: ({ search }) => rowsOf(search),
  loader: async ({ deps }) => (await loaders()).jobs(deps),
  component: lazyRouteComponent(() => withTexts('admin', import('./job-list.tsx')), 'JobList'),
})

const mailsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/mails',
  staticData: { title: msg`Mail outbox`, skeleton: 'table' },
  validateSearch: readMailsSearch,
  loaderDeps: ({ search }) => rowsOf(search),
  loader: async ({ deps }) => (await loaders()).mails(deps),
  component: lazyRouteComponent(() => withTexts('admin', import('./mail-list.tsx')), 'MailList'),
})

const healthRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/health',
  staticData: { title: msg`Health`, skeleton: 'form' },
  loader: async () => (await loaders()).health(),
  component: lazyRouteComponent(() => withTexts('admin', import('./health-view.tsx')), 'HealthView'),
})

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  staticData: { title: msg`Audit log of all workspaces`, skeleton: 'table' },
  validateSearch: readAuditSearch,
  loaderDeps: ({ search }) => rowsOf(search),
  loader: async ({ deps }) => (await loaders()).audit(deps),
  component: lazyRouteComponent(() => withTexts('admin', import('./audit-list.tsx')), 'AuditList'),
})

const adminPlansRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/plans',
  staticData: { title: msg`Plans for sale`, skeleton: 'table' },
  beforeLoad: requires('platform:manage'),
  validateSearch: readAdminPlansSearch,
  loader: async () => (await loaders()).plans(),
  component: lazyRouteComponent(
    () => withTexts('admin', import('../admin-billing/admin-plans-page.tsx')),
    'AdminPlansPage',
  ),
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
