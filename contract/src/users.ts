import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery } from './exports.ts'
import { email, id, list, text, timestamp, userRef } from './fields.ts'
import { languageKeys } from './languages.ts'
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
  permissions: z.array(z.enum(permissionKeys)),
  language: z.enum(languageKeys).nullable().describe('Null until one is chosen: then the browser decides'),
  workspace: z.object({ id, name: z.string(), timezone: z.string(), defaultCountry: z.string() }),
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
  response: currentUser,
})

/** Changes the signed-in person's own name, e-mail or language; role and rights are not theirs to change. */
export const updateCurrentUser = endpoint({
  name: 'updateCurrentUser',
  tag: 'Users',
  summary: 'Change your own name, e-mail or language',
  method: 'PUT',
  path: '/users/me/',
  permission: 'signed-in',
  body: z.object({
    name: text(120, 1).optional(),
    email: email.optional(),
    language: z.enum(languageKeys).nullable().optional(),
  }),
  response: currentUser,
  errors: ['CONFLICT'],
})

const userSorts = ['name', '-name', '-createdAt', 'createdAt'] as const

const userFilters = z.object({ role: list(z.enum(roleKeys)), status: list(z.enum(userStatuses)) })

/** Colleagues, for owner pickers and mentions. */
export const listUsers = endpoint({
  name: 'listUsers',
  tag: 'Users',
  summary: 'List colleagues',
  method: 'GET',
  path: '/users/',
  permission: 'users:read',
  query: pageQuery(userSorts).extend(userFilters.shape),
  response: page(user),
})

/** The columns of an export, in the order they have unless others are named. */
export const userExportColumns = ['name', 'email', 'role', 'status', 'lastSeen', 'created', 'id'] as const

/** All colleagues that match, as a CSV or XLSX file. Takes the right to see colleagues too. */
export const exportUsers = endpoint({
  name: 'exportUsers',
  tag: 'Users',
  summary: 'Export colleagues',
  method: 'GET',
  path: '/users/export/',
  permission: 'applications:export',
  query: listQuery(userSorts).extend(userFilters.shape).extend(exportQuery(userExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/** Every role with its rights and what it is for. */
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
      }),
    ),
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
    newPassword: z.string().min(1, /*i18n*/ 'Required').max(1000),
  }),
  status: 204,
  errors: ['RATE_LIMITED'],
})
