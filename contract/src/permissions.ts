/** Every right in the product, as `area:action`, with the sentence a person reads about it. */
export const permissions = {
  'applications:read': /*i18n*/ 'See applications, boards and activity',
  'applications:write': /*i18n*/ 'Create and edit applications, assign and tag them',
  'applications:move': /*i18n*/ 'Move applications between statuses',
  'applications:close': /*i18n*/ 'Close and reopen applications',
  'applications:comment': /*i18n*/ 'Comment on applications',
  'applications:delete': /*i18n*/ 'Delete and restore applications',
  'applications:import': /*i18n*/ 'Import applications from files',
  'applications:export': /*i18n*/ 'Export applications and the other lists they see',
  'views:share': /*i18n*/ 'Share saved views with colleagues',
  'submissions:decide': /*i18n*/ 'Approve or decline submitted candidates for a company',
  'candidates:read': /*i18n*/ 'See candidates',
  'candidates:write': /*i18n*/ 'Create, edit and delete candidates',
  'contacts:read': /*i18n*/ "See people's phone numbers and e-mail addresses",
  'contacts:export': /*i18n*/ "Have people's phone numbers and e-mail addresses in exports",
  'companies:read': /*i18n*/ 'See companies',
  'companies:write': /*i18n*/ 'Create, edit and delete companies',
  'pipelines:read': /*i18n*/ 'See pipelines',
  'pipelines:write': /*i18n*/ 'Create, edit and delete pipelines',
  'positions:read': /*i18n*/ 'See positions',
  'positions:write': /*i18n*/ 'Create, edit and delete positions and their statuses',
  'calls:read': /*i18n*/ 'See calls',
  'calls:write': /*i18n*/ 'Call people, log calls and set callbacks',
  'agents:read': /*i18n*/ 'See agents',
  'agents:write': /*i18n*/ 'Create, edit and pause agents',
  'reports:read': /*i18n*/ 'See the dashboard and analytics',
  'reports:export': /*i18n*/ 'Export reports',
  'users:read': /*i18n*/ 'See colleagues',
  'users:manage': /*i18n*/ 'Invite, edit and suspend users',
  'workspace:manage': /*i18n*/ 'Change workspace settings and reasons',
  'integrations:manage': /*i18n*/ 'Make API keys and outgoing webhooks',
  'audit:read': /*i18n*/ 'See and export the audit log',
  'privacy:manage': /*i18n*/ 'Export and erase everything about a person, set how long data are kept',
  'plans:read': /*i18n*/ 'See plans and current use',
  'billing:manage': /*i18n*/ 'Change the plan and pay invoices',
  'platform:manage': /*i18n*/ 'Run the installation',
} as const

export type Permission = keyof typeof permissions

export const permissionKeys = Object.keys(permissions) as [Permission, ...Permission[]]

/** Rights that stay with people: no API key has them, whoever made it. */
const personalPermissions: readonly Permission[] = [
  'views:share',
  'users:manage',
  'integrations:manage',
  'privacy:manage',
  'billing:manage',
  'platform:manage',
]

/** What an API key may be given. */
export const keyPermissions = permissionKeys.filter(
  (permission) => !personalPermissions.includes(permission),
) as [Permission, ...Permission[]]

const everything = permissionKeys
const everythingInWorkspace = everything.filter((permission) => permission !== 'platform:manage')

interface RoleDefinition {
  name: string
  description: string
  permissions: readonly Permission[]
}

/** The roles of the product, from the widest to the narrowest, with the rights each starts from. */
export const roles = {
  superadmin: {
    name: /*i18n*/ 'Superadmin',
    description: /*i18n*/ 'Everything, and the installation itself',
    permissions: everything,
  },
  owner: {
    name: 'Owner',
    description: /*i18n*/ 'Everything in the workspace, billing included',
    permissions: everythingInWorkspace,
  },
  admin: {
    name: /*i18n*/ 'Admin',
    description: /*i18n*/ 'Everything in the workspace but billing',
    permissions: everythingInWorkspace.filter((permission) => permission !== 'billing:manage'),
  },
  recruiter: {
    name: /*i18n*/ 'Recruiter',
    description: /*i18n*/ 'Candidates, applications, boards, calls, imports and exports; edits positions',
    permissions: [
      'applications:read',
      'applications:write',
      'applications:move',
      'applications:close',
      'applications:comment',
      'applications:delete',
      'applications:import',
      'applications:export',
      'views:share',
      'candidates:read',
      'candidates:write',
      'contacts:read',
      'contacts:export',
      'companies:read',
      'pipelines:read',
      'positions:read',
      'positions:write',
      'calls:read',
      'calls:write',
      'agents:read',
      'reports:read',
      'reports:export',
      'users:read',
      'plans:read',
    ],
  },
  coordinator: {
    name: /*i18n*/ 'Coordinator',
    description:
      /*i18n*/ 'Calls, callbacks, comments and moves up to qualified, on the applications assigned to them',
    permissions: [
      'applications:read',
      'applications:move',
      'applications:comment',
      'candidates:read',
      'contacts:read',
      'companies:read',
      'pipelines:read',
      'positions:read',
      'calls:read',
      'calls:write',
      'agents:read',
      'users:read',
    ],
  },
  hiring_manager: {
    name: /*i18n*/ 'Hiring manager',
    description: /*i18n*/ 'Reads, comments, moves and closes on their own positions',
    permissions: [
      'applications:read',
      'applications:move',
      'applications:close',
      'applications:comment',
      'candidates:read',
      'contacts:read',
      'companies:read',
      'pipelines:read',
      'positions:read',
      'calls:read',
      'reports:read',
      'users:read',
    ],
  },
  client_reviewer: {
    name: /*i18n*/ 'Client reviewer',
    description:
      /*i18n*/ "Reads their own company's applications from submitted on, without contact data; approves or declines",
    permissions: ['applications:read', 'submissions:decide', 'companies:read', 'positions:read'],
  },
  viewer: {
    name: /*i18n*/ 'Viewer',
    description: /*i18n*/ 'Reads everything; exports carry no personal contact data',
    permissions: [
      'applications:read',
      'applications:export',
      'candidates:read',
      'contacts:read',
      'companies:read',
      'pipelines:read',
      'positions:read',
      'calls:read',
      'agents:read',
      'reports:read',
      'reports:export',
      'users:read',
    ],
  },
} as const satisfies Record<string, RoleDefinition>

export type Role = keyof typeof roles

export const roleKeys = Object.keys(roles) as [Role, ...Role[]]

/**
 * What a client reviewer may hold, by the role or granted. Everything else opens tags, sources, calls or the
 * workspace's own affairs, so a new permission is for staff until it is added here.
 */
const clientPermissions: readonly Permission[] = [
  'applications:read',
  'applications:move',
  'applications:close',
  'applications:comment',
  'applications:delete',
  'applications:export',
  'submissions:decide',
  'candidates:read',
  'contacts:read',
  'contacts:export',
  'companies:read',
  'companies:write',
  'pipelines:read',
  'pipelines:write',
  'positions:read',
  'positions:write',
  'calls:read',
  'users:read',
  'plans:read',
]

/** Whether somebody of a role can hold a permission. `platform:manage` belongs to the superadmin alone. */
export function mayHold(role: Role, permission: Permission): boolean {
  if (permission === 'platform:manage') return role === 'superadmin'
  return role !== 'client_reviewer' || clientPermissions.includes(permission)
}

/** A user's permissions: the role's, plus what was granted and minus what was revoked for them. */
export function effectivePermissions(
  role: Role,
  granted: readonly string[],
  revoked: readonly string[],
): Permission[] {
  const rolePermissions: readonly Permission[] = roles[role].permissions
  return permissionKeys.filter(
    (permission) =>
      (rolePermissions.includes(permission) || granted.includes(permission)) &&
      mayHold(role, permission) &&
      !revoked.includes(permission),
  )
}
