import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, list, onlyIds, text, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'
import { roleKeys } from './permissions.ts'
import { currentUser, userStatuses } from './users.ts'

export const administeredUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roleKeys),
  status: z.enum(userStatuses),
  workspace: z.object({ id, name: z.string(), suspended: z.boolean() }),
  lastSeenAt: timestamp.nullable(),
  createdAt: timestamp,
  can: z.object({
    suspend: z.boolean(),
    reinstate: z.boolean(),
    mailLink: z.boolean(),
    impersonate: z.boolean(),
  }),
  whyNot: z.record(z.string(), z.string()),
})

/** People of every workspace. `q` looks in name and e-mail. */
export const listAllUsers = endpoint({
  name: 'listAllUsers',
  tag: 'Admin',
  summary: 'List users of every workspace',
  method: 'GET',
  path: '/admin/users/',
  permission: 'platform:manage',
  query: pageQuery(['-createdAt', 'createdAt', 'name', '-name']).extend({
    id: onlyIds,
    workspaceId: id.optional(),
    role: list(z.enum(roleKeys)),
    status: list(z.enum(userStatuses)),
  }),
  response: page(administeredUser),
})

/** Signs somebody out everywhere and lets them in no more. CONFLICT for oneself and for a superadmin. */
export const suspendUser = endpoint({
  name: 'suspendUser',
  tag: 'Admin',
  summary: 'Suspend a user of any workspace',
  method: 'POST',
  path: '/admin/users/{id}/suspend/',
  permission: 'platform:manage',
  params: idParams,
  response: administeredUser,
  errors: ['CONFLICT'],
})

/** Lets a suspended person sign in again. */
export const reinstateUser = endpoint({
  name: 'reinstateUser',
  tag: 'Admin',
  summary: 'Lift the suspension of a user of any workspace',
  method: 'POST',
  path: '/admin/users/{id}/reinstate/',
  permission: 'platform:manage',
  params: idParams,
  response: administeredUser,
  errors: ['PLAN_LIMIT', 'CONFLICT'],
})

/** Mails somebody a link that sets a new password. CONFLICT for those who may not sign in. */
export const mailUserPasswordLink = endpoint({
  name: 'mailUserPasswordLink',
  tag: 'Admin',
  summary: 'Mail a user of any workspace a password link',
  method: 'POST',
  path: '/admin/users/{id}/password-link/',
  permission: 'platform:manage',
  params: idParams,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

/**
 * Opens a session that sees the product as this person does, for 30 minutes, without a way to renew it. It may read what
 * they may read, and change and export nothing. They are told, and its start and end are in the audit log with the
 * reason. FORBIDDEN for another superadmin; it ends with a call of logout.
 */
export const impersonate = endpoint({
  name: 'impersonate',
  tag: 'Admin',
  summary: 'See the product as somebody else does',
  method: 'POST',
  path: '/admin/impersonate',
  permission: 'platform:manage',
  body: z.object({ userId: id, reason: text(500, 1) }),
  response: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds'),
    user: currentUser,
  }),
  status: 201,
  errors: ['CONFLICT'],
})
