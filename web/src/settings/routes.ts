import { msg } from '@lingui/core/macro'
import { createRoute, type LinkProps, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readApiKeysSearch } from '../api-keys/api-keys-search.ts'
import { readAuditSearch } from '../audit-logs/audit-search.ts'
import { readDialogSearch } from '../call-queues/dialog-search.ts'
import { readFieldsSearch } from '../custom-fields/settings/fields-search.ts'
import { readInvitationsSearch } from '../invitations/invitations-search.ts'
import { readWebhooksSearch } from '../outgoing-webhooks/webhooks-search.ts'
import { readPrivacySearch } from '../privacy/privacy-search.ts'
import { withTexts } from '../texts/load-texts.ts'
import { readUsersSearch } from '../users/users-search.ts'
import { inSettings, settingsRoute } from './settings-route.tsx'

const loaders = () => withTexts('settings', import('./loaders.ts'))

/**
 * The sections of the settings. An entry here is all that a section needs: its path, title, group and
 * permission put it into the navigation, in the order below. A section of another noun is in that noun's
 * folder; its component renders one or more `Section`s, not a `Page`:
 *
 *     const usersRoute = createRoute({
 *       ...inSettings({ title: msg`Users`, group: 'people', needs: 'users:read', skeleton: 'table', fill: true }),
 *       path: '/users',
 *       component: lazyRouteComponent(() => withTexts('settings', import('../users/users-section.tsx')), 'UsersSection'),
 *     })
 */
const profileRoute = createRoute({
  ...inSettings({ title: msg`Profile`, group: 'you' }),
  path: '/profile',
  component: lazyRouteComponent(
    () => withTexts('settings', import('./profile-section.tsx')),
    'ProfileSection',
  ),
})

const passwordRoute = createRoute({
  ...inSettings({ title: msg`Password and 2FA`, group: 'you' }),
  path: '/password',
  component: lazyRouteComponent(
    () => withTexts('settings', import('./password-section.tsx')),
    'PasswordSection',
  ),
})

const sessionsRoute = createRoute({
  ...inSettings({ title: msg`Sessions`, group: 'you' }),
  path: '/sessions',
  loader: async () => (await loaders()).sessions(),
  component: lazyRouteComponent(
    () => withTexts('settings', import('./sessions-section.tsx')),
    'SessionsSection',
  ),
})

const notificationsRoute = createRoute({
  ...inSettings({ title: msg`Notifications`, group: 'you' }),
  path: '/notifications',
  loader: async () => (await loaders()).notifications(),
  component: lazyRouteComponent(
    () => withTexts('settings', import('./notifications-section.tsx')),
    'NotificationsSection',
  ),
})

const appearanceRoute = createRoute({
  ...inSettings({ title: msg`Appearance and language`, group: 'you' }),
  path: '/appearance',
  component: lazyRouteComponent(
    () => withTexts('settings', import('./appearance-section.tsx')),
    'AppearanceSection',
  ),
})

const workspaceRoute = createRoute({
  ...inSettings({ title: msg`Workspace`, group: 'workspace' }),
  path: '/workspace',
  loader: async () => (await loaders()).workspace(),
  component: lazyRouteComponent(
    () => withTexts('settings', import('./workspace-section.tsx')),
    'WorkspaceSection',
  ),
})

const pipelinesRoute = createRoute({
  ...inSettings({ title: msg`Pipelines`, group: 'workspace', needs: 'pipelines:read' }),
  path: '/pipelines',
  component: lazyRouteComponent(
    () => withTexts('settings', import('./pipelines-section.tsx')),
    'PipelinesSection',
  ),
})

const fieldsRoute = createRoute({
  ...inSettings({ title: msg`Custom fields`, group: 'workspace', needs: 'custom-fields:manage' }),
  path: '/fields',
  validateSearch: readFieldsSearch,
  component: lazyRouteComponent(
    () => withTexts('settings', import('../custom-fields/settings/fields-section.tsx')),
    'FieldsSection',
  ),
})

const reasonsRoute = createRoute({
  ...inSettings({ title: msg`Reasons for closing`, group: 'workspace', needs: 'applications:read' }),
  path: '/reasons',
  component: lazyRouteComponent(
    () => withTexts('settings', import('./reasons-section.tsx')),
    'ReasonsSection',
  ),
})

const callingHoursRoute = createRoute({
  ...inSettings({ title: msg`Calling hours`, group: 'workspace', needs: 'calls:write' }),
  path: '/calling-hours',
  validateSearch: readDialogSearch,
  component: lazyRouteComponent(
    () => withTexts('settings', import('../call-queues/calling-hours-section.tsx')),
    'CallingHoursSection',
  ),
})

const sourceCostsRoute = createRoute({
  ...inSettings({
    title: msg`Source costs`,
    group: 'workspace',
    needs: 'workspace:manage',
    skeleton: 'table',
    fill: true,
  }),
  path: '/source-costs',
  validateSearch: ({ year }: { year?: number | undefined }): { year?: number | undefined } => ({ year }),
  component: lazyRouteComponent(
    () => withTexts('settings', import('../source-costs/source-costs-section.tsx')),
    'SourceCostsSection',
  ),
})

const usersRoute = createRoute({
  ...inSettings({
    title: msg`Users`,
    group: 'people',
    needs: 'users:read',
    skeleton: 'table',
    fill: true,
  }),
  path: '/users',
  validateSearch: readUsersSearch,
  // Without the parameters of drawers: a skeleton, even for a moment, would lose the focus with the rows.
  loaderDeps: ({ search: { add, user, part, ...rows } }) => rows,
  loader: async ({ deps }) => (await loaders()).users(deps),
  component: lazyRouteComponent(
    () => withTexts('settings', import('../users/users-section.tsx')),
    'UsersSection',
  ),
})

const invitationsRoute = createRoute({
  ...inSettings({
    title: msg`Invitations`,
    group: 'people',
    needs: 'users:manage',
    skeleton: 'table',
    fill: true,
  }),
  path: '/invitations',
  validateSearch: readInvitationsSearch,
  loaderDeps: ({ search: { add, ...rows } }) => rows,
  loader: async ({ deps }) => (await loaders()).invitations(deps),
  component: lazyRouteComponent(
    () => withTexts('settings', import('../invitations/invitations-section.tsx')),
    'InvitationsSection',
  ),
})

const rolesRoute = createRoute({
  ...inSettings({
    title: msg`Roles and permissions`,
    group: 'people',
    needs: 'users:read',
    skeleton: 'table',
    fill: true,
  }),
  path: '/roles',
  loader: async () => (await loaders()).roles(),
  component: lazyRouteComponent(
    () => withTexts('settings', import('../users/roles-section.tsx')),
    'RolesSection',
  ),
})

const activityRoute = createRoute({
  ...inSettings({ title: msg`My activity`, group: 'you' }),
  path: '/activity',
  component: lazyRouteComponent(
    () => withTexts('settings', import('../users/activity-section.tsx')),
    'ActivitySection',
  ),
})

const voiceRoute = createRoute({
  ...inSettings({ title: msg`Voice providers`, group: 'integrations', needs: 'workspace:manage' }),
  path: '/voice',
  component: lazyRouteComponent(() => withTexts('settings', import('./voice-section.tsx')), 'VoiceSection'),
})

const apiKeysRoute = createRoute({
  ...inSettings({ title: msg`API keys`, group: 'integrations', needs: 'integrations:manage' }),
  path: '/api-keys',
  validateSearch: readApiKeysSearch,
  loader: async () => (await loaders()).apiKeys(),
  component: lazyRouteComponent(
    () => withTexts('settings', import('../api-keys/api-keys-section.tsx')),
    'ApiKeysSection',
  ),
})

const webhooksRoute = createRoute({
  ...inSettings({ title: msg`Outgoing webhooks`, group: 'integrations', needs: 'integrations:manage' }),
  path: '/webhooks',
  validateSearch: readWebhooksSearch,
  loader: async () => (await loaders()).webhooks(),
  component: lazyRouteComponent(
    () => withTexts('settings', import('../outgoing-webhooks/webhooks-section.tsx')),
    'WebhooksSection',
  ),
})

const auditRoute = createRoute({
  ...inSettings({
    title: msg`Audit log`,
    group: 'privacy',
    needs: 'audit:read',
    skeleton: 'table',
    fill: true,
  }),
  path: '/audit',
  validateSearch: readAuditSearch,
  loaderDeps: ({ search: { entry, ...rows } }) => rows,
  loader: async ({ deps }) => (await loaders()).audit(deps),
  component: lazyRouteComponent(
    () => withTexts('settings', import('../audit-logs/audit-section.tsx')),
    'AuditSection',
  ),
})

const privacyRoute = createRoute({
  ...inSettings({ title: msg`Privacy`, group: 'privacy', needs: 'privacy:manage' }),
  path: '/privacy',
  validateSearch: readPrivacySearch,
  loader: async () => (await loaders()).privacy(),
  component: lazyRouteComponent(
    () => withTexts('settings', import('../privacy/privacy-section.tsx')),
    'PrivacySection',
  ),
})

/** Redirects the anchors of the former single page of settings. */
const hashes: Record<string, LinkProps['to']> = {
  password: '/settings/password',
  appearance: '/settings/appearance',
  workspace: '/settings/workspace',
  voice: '/settings/voice',
  pipelines: '/settings/pipelines',
  reasons: '/settings/reasons',
  colleagues: '/settings/users',
}

const indexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: ({ location }) => {
    throw redirect({ to: hashes[location.hash] ?? '/settings/profile', replace: true })
  },
})

export const settingsRoutes = [
  settingsRoute.addChildren([
    indexRoute,
    profileRoute,
    passwordRoute,
    sessionsRoute,
    notificationsRoute,
    appearanceRoute,
    activityRoute,
    workspaceRoute,
    pipelinesRoute,
    fieldsRoute,
    reasonsRoute,
    callingHoursRoute,
    sourceCostsRoute,
    usersRoute,
    rolesRoute,
    invitationsRoute,
    voiceRoute,
    apiKeysRoute,
    webhooksRoute,
    auditRoute,
    privacyRoute,
  ]),
]
