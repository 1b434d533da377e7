import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportFormats, exportQuery } from './exports.ts'
import { email, flag, id, list, password, timestamp, userRef } from './fields.ts'
import { languageKeys } from './languages.ts'
import { mailedName } from './names.ts'
import { listQuery, page, pageQuery } from './paging.ts'
import { permissionKeys, roleKeys } from './permissions.ts'

export const userStatuses = ['active', 'suspended'] as const

export const user = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: z.enum(roleKeys),
  status: z.enum(userStatuses),
  companyId: id.nullable(),
  lastSeenAt: timestamp.nullable(),
  createdAt: timestamp,
})

/** The signed-in person: who they are, where they work and what they may do. */
export const currentUser = user.extend({
  pendingEmail: z
    .string()
    .nullable()
    .describe('The address they are to sign in with, once they have confirmed it'),
  permissions: z.array(z.enum(permissionKeys)),
  language: z.enum(languageKeys).nullable().describe('Null until one is chosen: then the browser decides'),
  workspace: z.object({ id, name: z.string(), timezone: z.string(), defaultCountry: z.string() }),
  avatarId: id.nullable().describe('Changes with the picture; null where there is none'),
  mustChoosePassword: z
    .boolean()
    .describe(
      'Somebody else chose their password, or it was generated: until they change it nothing else may be done',
    ),
  hasSecondFactor: z.boolean(),
  mustSetUpSecondFactor: z
    .boolean()
    .describe('The workspace or the installation requires one: until then nothing else may be done'),
  impersonation: z
    .object({ by: userRef, reason: z.string(), until: timestamp })
    .nullable()
    .describe('Set while a superadmin looks at the product as this person'),
})

export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  tag: 'Users',
  summary: 'Get the signed-in user',
  description: 'Returns the signed-in user with the current permissions.',
  method: 'GET',
  path: '/users/me/',
  permission: 'signed-in',
  forKeys: true,
  before: ['password', 'second-factor'],
  response: currentUser,
})

export const updateCurrentUser = endpoint({
  name: 'updateCurrentUser',
  tag: 'Users',
  summary: 'Change your name, email or language',
  description:
    "Changes the caller's name, email or language, but not role or permissions. Another email requires the " +
    'password. It is `pendingEmail` until its owner has followed the link mailed there (60 minutes, once); ' +
    'the answer does not reveal whether somebody in another workspace has it. CONFLICT if a user of the ' +
    'workspace has it.',
  method: 'PUT',
  path: '/users/me/',
  permission: 'signed-in',
  body: z.object({
    name: mailedName(120).optional(),
    email: email.optional(),
    language: z.enum(languageKeys).nullable().optional(),
    currentPassword: z.string().max(1000).optional().describe('Needed for another e-mail'),
  }),
  response: currentUser,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

/** An object with a value for each of the keys. */
function objectOf<Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) {
  return z.object(Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>)
}

/** What a caller who manages users may do with a user. */
export const userAbilities = [
  'edit',
  'changeEmail',
  'changeRole',
  'changeRights',
  'changeStatus',
  'delete',
  'restore',
] as const

/** A user, as those who manage users see them. */
export const colleague = user.extend({
  company: z.object({ id, name: z.string() }).nullable().describe("A client reviewer's company"),
  emailConfirmed: z.boolean().describe('Until then they cannot sign in'),
  pendingEmail: z
    .string()
    .nullable()
    .describe(
      'The address they are to sign in with, once they have confirmed it; for those who manage colleagues',
    ),
  overrides: z
    .object({ granted: z.int(), revoked: z.int() })
    .describe('How many permissions were granted and revoked beside the role'),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  updatedAt: timestamp,
  deletedAt: timestamp.nullable(),
  can: objectOf(userAbilities, z.boolean()).describe(
    'What the caller may do with the user now. `whyNot` has the reason for each refusal.',
  ),
  whyNot: z.record(z.string(), z.string()),
})

const userSorts = [
  'name',
  '-name',
  '-createdAt',
  'createdAt',
  'email',
  '-email',
  'role',
  '-role',
  'lastSeen',
  '-lastSeen',
] as const

const userFilters = z.object({
  role: list(z.enum(roleKeys)),
  status: list(z.enum(userStatuses)),
  companyId: list(id),
  userId: list(id, 200).describe('Only these'),
  holds: z.enum(permissionKeys).optional().describe('Users with a permission, by role or granted'),
  overridden: flag.describe("Users whose permissions differ from their role's"),
  seenSince: timestamp.optional(),
  notSeenSince: timestamp.optional().describe('Includes users who never signed in'),
  deleted: flag.describe('Deleted users, who can be restored for 30 days; for callers who manage users'),
})

export const listUsers = endpoint({
  name: 'listUsers',
  tag: 'Users',
  summary: 'List users',
  description:
    "Returns the workspace's users, for owner pickers, mentions and those who manage them. `q` searches name " +
    'and email.',
  method: 'GET',
  path: '/users/',
  permission: 'users:read',
  query: pageQuery(userSorts).extend(userFilters.shape),
  response: page(colleague),
})

/** The columns of an export in their default order. */
export const userExportColumns = [
  'name',
  'email',
  'role',
  'status',
  'company',
  'lastSeen',
  'created',
  'id',
] as const

export const exportUsers = endpoint({
  name: 'exportUsers',
  tag: 'Users',
  summary: 'Export users',
  description:
    'Exports all matching users as CSV, XLSX or JSON; JSON contains what is stored, by column name. Also ' +
    'requires `users:read`.',
  method: 'GET',
  path: '/users/export/',
  permission: 'applications:export',
  query: listQuery(userSorts)
    .extend(userFilters.shape)
    .extend(exportQuery(userExportColumns).shape)
    .extend({ format: z.enum([...exportFormats, 'json']).default('csv') }),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const listRoles = endpoint({
  name: 'listRoles',
  tag: 'Users',
  summary: 'List roles with their permissions',
  description:
    'Returns every role with its permissions, its purpose, how many users have it, and whether the caller ' +
    'may give it.',
  method: 'GET',
  path: '/users/roles/',
  permission: 'users:read',
  response: z.object({
    items: z.array(
      z.object({
        key: z.enum(roleKeys),
        name: z.string(),
        description: z.string(),
        permissions: z.array(z.enum(permissionKeys)),
        users: z.int().describe('Active users with the role'),
        assignable: z.boolean(),
        whyNot: z.string().nullable().describe('Why the caller may not give it'),
      }),
    ),
  }),
})

export const getUserStats = endpoint({
  name: 'getUserStats',
  tag: 'Users',
  summary: 'Count users',
  description: 'Returns how many users there are by role and status, and when they were last active.',
  method: 'GET',
  path: '/users/stats/',
  permission: 'users:read',
  response: z.object({
    total: z.int(),
    byStatus: objectOf(userStatuses, z.int()),
    byRole: objectOf(roleKeys, z.int()).describe('Active users'),
    seen: z
      .object({ day: z.int(), week: z.int(), month: z.int(), never: z.int() })
      .describe('Active users by last activity; those of a day are included in those of a week'),
    overridden: z.int().describe("Users whose permissions differ from their role's"),
    deleted: z.int().describe('Can still be restored'),
    secondFactors: z
      .int()
      .nullable()
      .describe('Active users with a second factor; null for callers who do not manage users'),
    invitations: z
      .object({ pending: z.int(), expired: z.int() })
      .nullable()
      .describe('Open and expired invitations; null for callers who do not manage users'),
  }),
})

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  tag: 'Users',
  summary: 'Request a link to set a new password',
  description:
    'Emails a link to set a new password. The answer does not reveal whether the address is known.',
  method: 'POST',
  path: '/users/forgot-password',
  permission: 'public',
  body: z.object({ email }),
  response: z.object({ message: z.string() }),
  errors: ['RATE_LIMITED'],
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  tag: 'Users',
  summary: 'Set a new password with a mailed link',
  description:
    'Sets a new password with the token of the mailed link (60 minutes, once) and ends every session.',
  method: 'POST',
  path: '/users/reset-password',
  permission: 'public',
  body: z.object({
    token: z.string().min(1, /*i18n*/ 'Required').max(500),
    newPassword: password,
  }),
  status: 204,
  errors: ['RATE_LIMITED'],
})
