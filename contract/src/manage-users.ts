import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, id, idParams, password, version } from './fields.ts'
import { mailedName } from './names.ts'
import { permissionKeys, roleKeys } from './permissions.ts'
import { colleague, userStatuses } from './users.ts'

/** Roles are given by people who manage colleagues; `superadmin` is never among what may be given. */
const role = z.enum(roleKeys)
const status = z.enum(userStatuses)

/** The client a reviewer reads for: required for that role, and of no other. */
const companyId = id.nullish()

const permissionList = z.array(z.enum(permissionKeys)).max(100)

/** How much hangs on somebody; of applications and positions, what the caller may see. */
const owned = z.object({
  /** Open ones they own. */
  applications: z.int(),
  /** Of these no more are counted. */
  applicationsAtLeast: z.boolean(),
  /** Positions that are not closed, which they own or for which they hire. */
  positions: z.int(),
  /** Agents who are them. */
  agents: z.int(),
  sharedViews: z.int(),
})

export const userDetails = colleague.extend({
  permissions: z.array(z.enum(permissionKeys)),
  /** Null for those who do not manage colleagues. */
  owns: owned.nullable(),
  /** Whether they sign in with one; null for those who do not manage colleagues. */
  secondFactor: z.boolean().nullable(),
})

/** One colleague, with what they may do and what they own; also one who was deleted, for those who may restore them. */
export const getUser = endpoint({
  name: 'getUser',
  tag: 'Users',
  summary: 'Get a colleague',
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

/**
 * Adds a colleague, who is mailed a link (7 days, once). They sign in once they have confirmed their address by it;
 * without a password they choose one there, and with one they choose their own when they sign in with it (within 7
 * days). The answer is the same whether or not somebody of another workspace has the
 * address. FORBIDDEN for a role above one's own, or with a right one does not have; CONFLICT when a colleague has the
 * address.
 */
export const createUser = endpoint({
  name: 'createUser',
  tag: 'Users',
  summary: 'Add a colleague',
  method: 'POST',
  path: '/users/',
  permission: 'users:manage',
  body: newUser.extend({ password: password.optional() }),
  response: userDetails,
  status: 201,
  errors: ['PLAN_LIMIT', 'CONFLICT', 'RATE_LIMITED'],
})

/**
 * Changes a colleague; fields left out stay as they are. Nobody changes their own role, acts on a higher one, or gives
 * a right they do not have; the last active owner stays one. Another e-mail is `pendingEmail` until its owner has
 * confirmed it; of somebody who has yet to confirm one, it takes the place of that.
 */
export const updateUser = endpoint({
  name: 'updateUser',
  tag: 'Users',
  summary: 'Change a colleague',
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

/**
 * Deletes a colleague, who is signed out everywhere; restorable for 30 days. What they own and did keeps their name.
 */
export const deleteUser = endpoint({
  name: 'deleteUser',
  tag: 'Users',
  summary: 'Delete a colleague',
  method: 'DELETE',
  path: '/users/{id}/',
  permission: 'users:manage',
  params: idParams,
  status: 204,
})

/**
 * Brings a deleted colleague back as they were. CONFLICT when a colleague has their address meanwhile. `emailConfirmed` is
 * false when they have to confirm an address before they sign in again.
 */
export const restoreUser = endpoint({
  name: 'restoreUser',
  tag: 'Users',
  summary: 'Restore a deleted colleague',
  method: 'POST',
  path: '/users/{id}/restore/',
  permission: 'users:manage',
  params: idParams,
  response: userDetails,
  errors: ['PLAN_LIMIT', 'CONFLICT', 'RATE_LIMITED'],
})

/** Suspends a colleague, who is signed out everywhere at once, or lets them in again. */
export const setUserStatus = endpoint({
  name: 'setUserStatus',
  tag: 'Users',
  summary: 'Suspend a colleague or let them in again',
  method: 'PATCH',
  path: '/users/{id}/status/',
  permission: 'users:manage',
  params: idParams,
  body: z.object({ status }),
  response: userDetails,
  errors: ['PLAN_LIMIT'],
})

/** Gives a colleague another role. Rights given or taken beside the old role stay where they still mean something. */
export const setUserRole = endpoint({
  name: 'setUserRole',
  tag: 'Users',
  summary: 'Give a colleague another role',
  method: 'PATCH',
  path: '/users/{id}/role/',
  permission: 'users:manage',
  params: idParams,
  body: z.object({ role, companyId }),
  response: userDetails,
})

const userPermissions = z.object({
  role,
  version: z.int(),
  /** Every right there is, in the order of the product. */
  items: z.array(
    z.object({
      permission: z.enum(permissionKeys),
      description: z.string(),
      held: z.boolean(),
      /** `role`: by their role; `granted` or `revoked`: given to or taken from them; null: not held, nor of the role. */
      from: z.enum(['role', 'granted', 'revoked']).nullable(),
      /** Why the caller may not switch it. */
      whyNot: z.string().nullable(),
    }),
  ),
})

/** Each right with whether a colleague holds it, and where that comes from. */
export const getUserPermissions = endpoint({
  name: 'getUserPermissions',
  tag: 'Users',
  summary: "Get a colleague's permissions and where each comes from",
  method: 'GET',
  path: '/users/{id}/permissions/',
  permission: 'users:manage',
  params: idParams,
  response: userPermissions,
})

/**
 * Sets which rights a colleague holds: what differs from their role is kept as given or taken. FORBIDDEN for one's own,
 * for a right one does not have, and for owners, who have all of the workspace.
 */
export const setUserPermissions = endpoint({
  name: 'setUserPermissions',
  tag: 'Users',
  summary: "Set a colleague's permissions",
  method: 'PUT',
  path: '/users/{id}/permissions/',
  permission: 'users:manage',
  params: idParams,
  body: z.object({ permissions: permissionList, version: version.optional() }),
  response: userPermissions,
  errors: ['CONFLICT'],
})

const mostAtOnce = 200

/** What happened to each, in the order asked. All that may be done is done; the rest says why not. */
const outcomes = z.object({
  done: z.int(),
  refused: z.int(),
  results: z.array(
    z.object({
      /** Null for somebody who could not be added. */
      userId: id.nullable(),
      email: z.string().nullable(),
      outcome: z.enum(['done', 'refused']),
      /** Why it was refused. */
      message: z.string().nullable(),
    }),
  ),
})

const userIds = z
  .array(id)
  .min(1, /*i18n*/ 'Required')
  .max(mostAtOnce)
  .transform((ids) => [...new Set(ids)])

/** Adds colleagues, each of whom is mailed a link to confirm their address and choose a password. */
export const createUsers = endpoint({
  name: 'createUsers',
  tag: 'Users',
  summary: 'Add several colleagues',
  method: 'POST',
  path: '/users/bulk/',
  permission: 'users:manage',
  body: z.object({ users: z.array(newUser).min(1, /*i18n*/ 'Required').max(mostAtOnce) }),
  response: outcomes,
})

/** Changes role, company or status of several colleagues. */
export const updateUsers = endpoint({
  name: 'updateUsers',
  tag: 'Users',
  summary: 'Change several colleagues',
  method: 'PATCH',
  path: '/users/bulk-update/',
  permission: 'users:manage',
  body: z.object({
    userIds,
    updates: z
      .object({ role: role.optional(), companyId, status: status.optional() })
      .refine((updates) => Object.keys(updates).length > 0, /*i18n*/ 'Say what to change'),
  }),
  response: outcomes,
})

/** Deletes several colleagues; each is restorable for 30 days. */
export const deleteUsers = endpoint({
  name: 'deleteUsers',
  tag: 'Users',
  summary: 'Delete several colleagues',
  method: 'DELETE',
  path: '/users/bulk/',
  permission: 'users:manage',
  body: z.object({ userIds }),
  response: outcomes,
})

/** Brings several deleted colleagues back. */
export const restoreUsers = endpoint({
  name: 'restoreUsers',
  tag: 'Users',
  summary: 'Restore several deleted colleagues',
  method: 'POST',
  path: '/users/bulk/restore/',
  permission: 'users:manage',
  body: z.object({ userIds }),
  response: outcomes,
})
