/** Every permission as `area:action`, with its description on screen. */
export const permissions = {
  'applications:read': /*i18n*/ 'View applications, boards and activity',
  'applications:write': /*i18n*/ 'Create and edit applications, assign and tag them',
  'applications:move': /*i18n*/ 'Move applications between statuses',
  'applications:close': /*i18n*/ 'Close and reopen applications',
  'applications:comment': /*i18n*/ 'Comment on applications',
  'applications:delete': /*i18n*/ 'Delete and restore applications',
  'applications:import': /*i18n*/ 'Import applications from files',
  'applications:export': /*i18n*/ 'Export applications and other visible lists',
  'views:share': /*i18n*/ 'Share saved views',
  'submissions:decide': /*i18n*/ 'Approve or decline submitted candidates for a company',
  'candidates:read': /*i18n*/ 'View candidates',
  'candidates:write': /*i18n*/ 'Create, edit and delete candidates',
  'contacts:read': /*i18n*/ 'View phone numbers and email addresses',
  'contacts:export': /*i18n*/ 'Include phone numbers and email addresses in exports',
  'companies:read': /*i18n*/ 'View companies',
  'companies:write': /*i18n*/ 'Create, edit and delete companies',
  'pipelines:read': /*i18n*/ 'View pipelines',
  'pipelines:write': /*i18n*/ 'Create, edit and delete pipelines',
  'positions:read': /*i18n*/ 'View positions',
  'positions:write': /*i18n*/ 'Create, edit and delete positions and their statuses',
  'calls:read': /*i18n*/ 'View calls',
  'calls:write': /*i18n*/ 'Call candidates, log calls and schedule callbacks',
  'call-queues:manage': /*i18n*/ 'Create and edit call queues',
  'voice-campaigns:run': /*i18n*/ 'Create, start and pause campaigns of voice agents',
  'agents:read': /*i18n*/ 'View agents',
  'agents:write': /*i18n*/ 'Create, edit and pause agents',
  'reports:read': /*i18n*/ 'View the dashboard and analytics',
  'reports:export': /*i18n*/ 'Export reports',
  'goals:manage': /*i18n*/ 'Set goals of positions and owners',
  'users:read': /*i18n*/ 'View users',
  'users:manage': /*i18n*/ 'Invite, edit and suspend users',
  'workspace:manage': /*i18n*/ 'Change workspace settings and closing reasons',
  'custom-fields:manage': /*i18n*/ 'Add, change and retire custom fields',
  'integrations:manage': /*i18n*/ 'Manage API keys and webhooks',
  'audit:read': /*i18n*/ 'View and export the audit log',
  'privacy:manage': /*i18n*/ 'Export and erase a candidate’s data, set data retention',
  'plans:read': /*i18n*/ 'View plans and usage',
  'billing:manage': /*i18n*/ 'Change the plan and pay invoices',
  'platform:manage': /*i18n*/ 'Manage installation',
} as const

export type Permission = keyof typeof permissions

export const permissionKeys = Object.keys(permissions) as [Permission, ...Permission[]]

/** Permissions that no API key can have. */
const personalPermissions: readonly Permission[] = [
  'views:share',
  'users:manage',
  'integrations:manage',
  'privacy:manage',
  'billing:manage',
  'platform:manage',
]

/** Permissions that an API key can have. */
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

/** The roles, from the widest to the narrowest, with their default permissions. */
export const roles = {
  superadmin: {
    name: /*i18n*/ 'Superadmin',
    description: /*i18n*/ 'Full access, including the installation',
    permissions: everything,
  },
  owner: {
    name: 'Owner',
    description: /*i18n*/ 'Full access to the workspace, including billing',
    permissions: everythingInWorkspace,
  },
  admin: {
    name: /*i18n*/ 'Admin',
    description: /*i18n*/ 'Full access to the workspace, except billing',
    permissions: everythingInWorkspace.filter((permission) => permission !== 'billing:manage'),
  },
  recruiter: {
    name: /*i18n*/ 'Recruiter',
    description: /*i18n*/ 'Manages candidates, applications, calls and positions. Imports and exports data.',
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
      'call-queues:manage',
      'agents:read',
      'reports:read',
      'reports:export',
      'users:read',
      'plans:read',
    ],
  },
  coordinator: {
    name: /*i18n*/ 'Coordinator',
    description: /*i18n*/ 'Calls, comments on and moves assigned applications, up to Qualified',
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
    description: /*i18n*/ 'Views, comments on, moves and closes applications for their own positions',
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
      /*i18n*/ 'Views and decides on candidates submitted to their company, without contact details',
    permissions: ['applications:read', 'submissions:decide', 'companies:read', 'positions:read'],
  },
  viewer: {
    name: /*i18n*/ 'Viewer',
    description: /*i18n*/ 'View-only access. Exports exclude contact details.',
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
 * The permissions that a client reviewer can have, by role or granted. All others reveal tags, sources, calls or the
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

/** Reports whether a role can have a permission. Only superadmins have `platform:manage`. */
export function mayHold(role: Role, permission: Permission): boolean {
  if (permission === 'platform:manage') return role === 'superadmin'
  return role !== 'client_reviewer' || clientPermissions.includes(permission)
}

/** Returns a user's permissions: the role's, plus granted and minus revoked ones. */
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
