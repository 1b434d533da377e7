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

/** The signed-in person with the rights they have now. */
export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  tag: 'Users',
  summary: 'Who is signed in',
  method: 'GET',
  path: '/users/me/',
  permission: 'signed-in',
  forKeys: true,
  before: ['password', 'second-factor'],
  response: currentUser,
})

/**
 * Changes the signed-in person's own name, e-mail or language; role and rights are not theirs to change. Another e-mail
 * takes the password. It is `pendingEmail` until its owner has followed the link that is mailed there (60 minutes, once);
 * the answer is the same whether or not somebody of another workspace has it. CONFLICT when a colleague has it.
 */
export const updateCurrentUser = endpoint({
  name: 'updateCurrentUser',
  tag: 'Users',
  summary: 'Change your own name, e-mail or language',
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
function eachOf<Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) {
  return z.object(Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>)
}

/** What somebody who manages colleagues may do with one. */
export const userAbilities = [
  'edit',
  'changeEmail',
  'changeRole',
  'changeRights',
  'changeStatus',
  'delete',
  'restore',
] as const

/** One of those who work here, as those who manage them see them. */
export const colleague = user.extend({
  /** The client a reviewer reads for. */
  company: z.object({ id, name: z.string() }).nullable(),
  emailConfirmed: z.boolean().describe('Until then they cannot sign in'),
  pendingEmail: z
    .string()
    .nullable()
    .describe(
      'The address they are to sign in with, once they have confirmed it; for those who manage colleagues',
    ),
  /** How many rights were given to them, and taken from them, beside their role. */
  overrides: z.object({ granted: z.int(), revoked: z.int() }),
  version: z.int(),
  deletedAt: timestamp.nullable(),
  /** What the caller may do with them now. `whyNot` gives the reason for what is refused. */
  can: eachOf(userAbilities, z.boolean()),
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
  /** Only these. */
  userId: list(id, 200),
  /** Who holds a right, by their role or by themselves. */
  holds: z.enum(permissionKeys).optional(),
  /** Whose rights are not just those of their role. */
  overridden: flag,
  seenSince: timestamp.optional(),
  /** Those never seen are among them. */
  notSeenSince: timestamp.optional(),
  /** Those deleted, who can be restored for 30 days; for those who manage colleagues. */
  deleted: flag,
})

/** Colleagues, for owner pickers, mentions and those who manage them. `q` looks in name and e-mail. */
export const listUsers = endpoint({
  name: 'listUsers',
  tag: 'Users',
  summary: 'List colleagues',
  method: 'GET',
  path: '/users/',
  permission: 'users:read',
  query: pageQuery(userSorts).extend(userFilters.shape),
  response: page(colleague),
})

/** The columns of an export, in the order they have unless others are named. */
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

/**
 * All colleagues that match, as a CSV, XLSX or JSON file; JSON has what is stored, by the names of the columns. Takes
 * the right to see colleagues too.
 */
export const exportUsers = endpoint({
  name: 'exportUsers',
  tag: 'Users',
  summary: 'Export colleagues',
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

/** Every role with its rights, what it is for, how many have it, and whether the caller may give it. */
export const listRoles = endpoint({
  name: 'listRoles',
  tag: 'Users',
  summary: 'List roles with their permissions',
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
        /** Active colleagues of the role. */
        users: z.int(),
        assignable: z.boolean(),
        /** Why the caller may not give it. */
        whyNot: z.string().nullable(),
      }),
    ),
  }),
})

/** How many colleagues there are, of each role and status, and when they were last seen. */
export const getUserStats = endpoint({
  name: 'getUserStats',
  tag: 'Users',
  summary: 'Count colleagues',
  method: 'GET',
  path: '/users/stats/',
  permission: 'users:read',
  response: z.object({
    total: z.int(),
    byStatus: eachOf(userStatuses, z.int()),
    /** Active ones. */
    byRole: eachOf(roleKeys, z.int()),
    /** Active ones, by when they were last seen; those of a day are among those of a week. */
    seen: z.object({ day: z.int(), week: z.int(), month: z.int(), never: z.int() }),
    /** Whose rights are not just those of their role. */
    overridden: z.int(),
    /** Can still be restored. */
    deleted: z.int(),
    /** Active ones who sign in with one; null for those who do not manage colleagues. */
    secondFactors: z.int().nullable(),
    /** Links that wait for somebody, and those that ran out; null for those who do not manage colleagues. */
    invitations: z.object({ pending: z.int(), expired: z.int() }).nullable(),
  }),
})

/** Mails a link to set a new password. Answers the same whether or not the address is known. */
export const forgotPassword = endpoint({
  name: 'forgotPassword',
  tag: 'Users',
  summary: 'Ask for a link to set a new password',
  method: 'POST',
  path: '/users/forgot-password',
  permission: 'public',
  body: z.object({ email }),
  response: z.object({ message: z.string() }),
  errors: ['RATE_LIMITED'],
})

/** Sets a new password with the token of the mailed link (60 minutes, once) and ends every session. */
export const resetPassword = endpoint({
  name: 'resetPassword',
  tag: 'Users',
  summary: 'Set a new password with a mailed link',
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
