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
  updatedAt: timestamp,
  can: z.object({
    suspend: z.boolean(),
    reinstate: z.boolean(),
    mailLink: z.boolean(),
    impersonate: z.boolean(),
  }),
  whyNot: z.record(z.string(), z.string()),
})

export const listAllUsers = endpoint({
  name: 'listAllUsers',
  tag: 'Admin',
  summary: 'List users of every workspace',
  description: 'Returns the users of all workspaces. `q` searches name and email.',
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

export const suspendUser = endpoint({
  name: 'suspendUser',
  tag: 'Admin',
  summary: 'Suspend a user of any workspace',
  description:
    'Signs a user out everywhere and refuses further sign-ins. CONFLICT for the caller and for a superadmin.',
  method: 'POST',
  path: '/admin/users/{id}/suspend/',
  permission: 'platform:manage',
  params: idParams,
  response: administeredUser,
  errors: ['CONFLICT'],
})

export const reinstateUser = endpoint({
  name: 'reinstateUser',
  tag: 'Admin',
  summary: 'Reinstate a user of any workspace',
  description: 'Lets a suspended user sign in again.',
  method: 'POST',
  path: '/admin/users/{id}/reinstate/',
  permission: 'platform:manage',
  params: idParams,
  response: administeredUser,
  errors: ['PLAN_LIMIT', 'CONFLICT'],
})

export const mailUserPasswordLink = endpoint({
  name: 'mailUserPasswordLink',
  tag: 'Admin',
  summary: 'Email a password link to a user of any workspace',
  description: 'Emails a user a link that sets a new password. CONFLICT for a user who may not sign in.',
  method: 'POST',
  path: '/admin/users/{id}/password-link/',
  permission: 'platform:manage',
  params: idParams,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const impersonate = endpoint({
  name: 'impersonate',
  tag: 'Admin',
  summary: 'Impersonate a user',
  description:
    'Starts a session as this user for 30 minutes, which cannot be renewed. It reads what the user may read, ' +
    'and can change and export nothing. The user is notified, and the audit log has its start and end with ' +
    'the reason. FORBIDDEN for another superadmin. `logout` ends it.',
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
