import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, id, idParams, password, version } from './fields.ts'
import { mailedName } from './names.ts'
import { permissionKeys, roleKeys } from './permissions.ts'
import { colleague, userStatuses } from './users.ts'

/** A role that can be given; `superadmin` never can. */
const role = z.enum(roleKeys)
const status = z.enum(userStatuses)

/** The client reviewer's company: required for that role, not allowed for others. */
const companyId = id.nullish()

const permissionList = z.array(z.enum(permissionKeys)).max(100)

/** How much a user owns; of applications and positions, what the caller may see. */
const ownedCounts = z.object({
  applications: z.int().describe('Open ones they own'),
  applicationsAtLeast: z.boolean().describe('No more than these are counted'),
  positions: z.int().describe('Positions that are not closed, which they own or for which they hire'),
  agents: z.int().describe('Agents who are them'),
  sharedViews: z.int(),
})

export const userDetails = colleague.extend({
  permissions: z.array(z.enum(permissionKeys)),
  owns: ownedCounts.nullable().describe('Null for callers who do not manage users'),
  secondFactor: z
    .boolean()
    .nullable()
    .describe('Whether the user has a second factor; null for callers who do not manage users'),
})

export const getUser = endpoint({
  name: 'getUser',
  tag: 'Users',
  summary: 'Get a user',
  description:
    'Returns a user with permissions and what they own. Callers who may restore users also get a deleted one.',
  method: 'GET',
  path: '/users/{id}/',
  permission: 'users:read',
  params: idParams,
  response: userDetails,
})

const newUser = z.object({
  email,
  name: mailedName(120),
  role,
  companyId,
})

export const createUser = endpoint({
  name: 'createUser',
  tag: 'Users',
  summary: 'Add a user',
  description:
    'Adds a user, who is emailed a link (7 days, once) and signs in once the address is confirmed by it. ' +
    'Without a password, the user chooses one there; a given password must be changed at the first sign-in ' +
    '(within 7 days). The answer does not reveal whether the address is in use in another workspace. ' +
    "FORBIDDEN for a role above the caller's, or a permission that the caller does not have. CONFLICT if a " +
    'user of the workspace has the address.',
  method: 'POST',
  path: '/users/',
  permission: 'users:manage',
  body: newUser.extend({ password: password.optional() }),
  response: userDetails,
  status: 201,
  errors: ['PLAN_LIMIT', 'CONFLICT', 'RATE_LIMITED'],
})

export const updateUser = endpoint({
  name: 'updateUser',
  tag: 'Users',
  summary: 'Change a user',
  description:
    'Changes a user; fields left out do not change. Nobody changes their own role, acts on a higher one, or ' +
    'grants a permission they do not have, and the last active owner stays an owner. Another email is ' +
    '`pendingEmail` until its owner has confirmed it; it replaces one that is not confirmed yet.',
  method: 'PATCH',
  alsoPut: true,
  path: '/users/{id}/',
  permission: 'users:manage',
  params: idParams,
  body: z.object({
    name: mailedName(120).optional(),
    email: email.optional(),
    role: role.optional(),
    companyId,
    status: status.optional(),
    version: version.optional(),
  }),
  response: userDetails,
  errors: ['PLAN_LIMIT', 'CONFLICT', 'RATE_LIMITED'],
})

export const deleteUser = endpoint({
  name: 'deleteUser',
  tag: 'Users',
  summary: 'Delete a user',
  description:
    'Deletes a user, who is signed out everywhere and can be restored for 30 days. What they own and did ' +
    'keeps their name.',
  method: 'DELETE',
  path: '/users/{id}/',
  permission: 'users:manage',
  params: idParams,
  status: 204,
})

export const restoreUser = endpoint({
  name: 'restoreUser',
  tag: 'Users',
  summary: 'Restore a deleted user',
  description:
    'Restores a deleted user. CONFLICT if another user of the workspace has the address now. ' +
    '`emailConfirmed` is false if the user must confirm an address before signing in again.',
  method: 'POST',
  path: '/users/{id}/restore/',
  permission: 'users:manage',
  params: idParams,
  response: userDetails,
  errors: ['PLAN_LIMIT', 'CONFLICT', 'RATE_LIMITED'],
})

export const setUserStatus = endpoint({
  name: 'setUserStatus',
  tag: 'Users',
  summary: 'Suspend or reinstate a user',
  description: 'Suspends a user, who is signed out everywhere at once, or lets them in again.',
  method: 'PATCH',
  path: '/users/{id}/status/',
  permission: 'users:manage',
  params: idParams,
  body: z.object({ status }),
  response: userDetails,
  errors: ['PLAN_LIMIT'],
})

export const setUserRole = endpoint({
  name: 'setUserRole',
  tag: 'Users',
  summary: "Change a user's role",
  description:
    "Changes a user's role. Permissions granted or denied beside the old role stay if they still differ from " +
    'the new one.',
  method: 'PATCH',
  path: '/users/{id}/role/',
  permission: 'users:manage',
  params: idParams,
  body: z.object({ role, companyId }),
  response: userDetails,
})

const userPermissions = z.object({
  role,
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  items: z
    .array(
      z.object({
        permission: z.enum(permissionKeys),
        description: z.string(),
        held: z.boolean(),
        from: z
          .enum(['role', 'granted', 'revoked'])
          .nullable()
          .describe(
            '`role`: from the role; `granted` or `revoked`: set for the user; null: not held, and not in the role',
          ),
        whyNot: z.string().nullable().describe('Why the caller may not change it'),
      }),
    )
    .describe("Every permission, in the product's order"),
})

export const getUserPermissions = endpoint({
  name: 'getUserPermissions',
  tag: 'Users',
  summary: "Get a user's permissions and their origin",
  description: 'Returns each permission with whether a user has it, and why.',
  method: 'GET',
  path: '/users/{id}/permissions/',
  permission: 'users:manage',
  params: idParams,
  response: userPermissions,
})

export const setUserPermissions = endpoint({
  name: 'setUserPermissions',
  tag: 'Users',
  summary: "Set a user's permissions",
  description:
    "Sets a user's permissions; differences from the role are stored as granted or denied. FORBIDDEN for the " +
    "caller's own, for a permission that the caller does not have, and for owners, who have all in the " +
    'workspace.',
  method: 'PUT',
  path: '/users/{id}/permissions/',
  permission: 'users:manage',
  params: idParams,
  body: z.object({ permissions: permissionList, version: version.optional() }),
  response: userPermissions,
  errors: ['CONFLICT'],
})

const maxBulkUsers = 200

/** The result for each, in the requested order. Allowed changes are made; the others have a reason. */
const outcomes = z.object({
  done: z.int(),
  refused: z.int(),
  results: z.array(
    z.object({
      userId: id.nullable().describe('Null for a user who could not be added'),
      email: z.string().nullable(),
      outcome: z.enum(['done', 'refused']),
      message: z.string().nullable().describe('Why it was refused'),
    }),
  ),
})

const userIds = z
  .array(id)
  .min(1, /*i18n*/ 'Required')
  .max(maxBulkUsers)
  .transform((ids) => [...new Set(ids)])

export const createUsers = endpoint({
  name: 'createUsers',
  tag: 'Users',
  summary: 'Add several users',
  description: 'Adds users, each of whom is emailed a link to confirm the address and choose a password.',
  method: 'POST',
  path: '/users/bulk/',
  permission: 'users:manage',
  body: z.object({ users: z.array(newUser).min(1, /*i18n*/ 'Required').max(maxBulkUsers) }),
  response: outcomes,
})

export const updateUsers = endpoint({
  name: 'updateUsers',
  tag: 'Users',
  summary: 'Change several users',
  description: 'Changes role, company or status of several users.',
  method: 'PATCH',
  path: '/users/bulk-update/',
  permission: 'users:manage',
  body: z.object({
    userIds,
    updates: z
      .object({ role: role.optional(), companyId, status: status.optional() })
      .refine((updates) => Object.keys(updates).length > 0, /*i18n*/ 'Choose what to change'),
  }),
  response: outcomes,
})

export const deleteUsers = endpoint({
  name: 'deleteUsers',
  tag: 'Users',
  summary: 'Delete several users',
  description: 'Deletes several users, who can be restored for 30 days.',
  method: 'DELETE',
  path: '/users/bulk/',
  permission: 'users:manage',
  body: z.object({ userIds }),
  response: outcomes,
})

export const restoreUsers = endpoint({
  name: 'restoreUsers',
  tag: 'Users',
  summary: 'Restore several deleted users',
  description: 'Restores several deleted users.',
  method: 'POST',
  path: '/users/bulk/restore/',
  permission: 'users:manage',
  body: z.object({ userIds }),
  response: outcomes,
})
