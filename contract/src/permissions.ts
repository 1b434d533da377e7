/** Every right in the product, as `area:action`, with the sentence a person reads about it. */
export const permissions = {
  'applications:read': 'See applications, boards and activity',
  'applications:write': 'Create and edit applications, assign and tag them',
  'applications:move': 'Move applications between statuses',
  'applications:close': 'Close and reopen applications',
  'applications:comment': 'Comment on applications',
  'applications:delete': 'Delete and restore applications',
  'applications:import': 'Import applications from files',
  'applications:export': 'Export applications',
  'submissions:decide': 'Approve or decline submitted candidates for a company',
  'candidates:read': 'See candidates',
  'candidates:write': 'Create, edit and delete candidates',
  'contacts:read': "See people's phone numbers and e-mail addresses",
  'contacts:export': "Have people's phone numbers and e-mail addresses in exports",
  'companies:read': 'See companies',
  'companies:write': 'Create, edit and delete companies',
  'pipelines:read': 'See pipelines',
  'pipelines:write': 'Create, edit and delete pipelines',
  'positions:read': 'See positions',
  'positions:write': 'Create, edit and delete positions and their statuses',
  'calls:read': 'See calls',
  'calls:write': 'Call people and log calls',
  'agents:read': 'See agents',
  'agents:write': 'Create, edit and pause agents',
  'reports:read': 'See the dashboard and analytics',
  'reports:export': 'Export reports',
  'users:read': 'See colleagues',
  'users:manage': 'Invite, edit and suspend users',
  'workspace:manage': 'Change workspace settings and reasons',
  'plans:read': 'See plans and current use',
  'billing:manage': 'Change the plan and pay invoices',
  'platform:manage': 'Run the installation',
} as const

export type Permission = keyof typeof permissions

export const permissionKeys = Object.keys(permissions) as [Permission, ...Permission[]]

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
    name: 'Superadmin',
    description: 'Everything, and the installation itself',
    permissions: everything,
  },
  owner: {
    name: 'Owner',
    description: 'Everything in the workspace, billing included',
    permissions: everythingInWorkspace,
  },
  admin: {
    name: 'Admin',
    description: 'Everything in the workspace but billing',
    permissions: everythingInWorkspace.filter((permission) => permission !== 'billing:manage'),
  },
  recruiter: {
    name: 'Recruiter',
    description: 'Candidates, applications, boards, calls, imports and exports; edits positions',
    permissions: [
      'applications:read',
      'applications:write',
      'applications:move',
      'applications:close',
      'applications:comment',
      'applications:delete',
      'applications:import',
      'applications:export',
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
    name: 'Coordinator',
    description: 'Calls, callbacks, comments and moves up to qualified, on the applications assigned to them',
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
    name: 'Hiring manager',
    description: 'Reads, comments, moves and closes on their own positions',
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
    name: 'Client reviewer',
    description:
      "Reads their own company's applications from submitted on, without contact data; approves or declines",
    permissions: ['applications:read', 'submissions:decide', 'companies:read', 'positions:read'],
  },
  viewer: {
    name: 'Viewer',
    description: 'Reads everything; exports carry no personal contact data',
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
 * The rights a user really has: the role's, plus what was granted and minus what was revoked for them.
 * `platform:manage` belongs to the superadmin alone and cannot be granted.
 */
export function effectivePermissions(
  role: Role,
  granted: readonly string[],
  revoked: readonly string[],
): Permission[] {
  const rolePermissions: readonly Permission[] = roles[role].permissions
  return permissionKeys.filter(
    (permission) =>
      (rolePermissions.includes(permission) ||
        (granted.includes(permission) && permission !== 'platform:manage')) &&
      !revoked.includes(permission),
  )
}
