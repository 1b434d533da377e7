import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, userRef, version } from './fields.ts'
import { page, pageQuery } from './paging.ts'
import { keyPermissions } from './permissions.ts'

export const apiKeyStates = ['active', 'expired', 'revoked'] as const

/** A key with which a program calls in the name of the user who made it. */
export const apiKey = z.object({
  id,
  name: z.string(),
  hint: z.string().describe('The last four characters of the key'),
  owner: userRef,
  permissions: z.array(z.enum(keyPermissions)),
  effectivePermissions: z.array(z.enum(keyPermissions)).describe('Those of them that its owner still has'),
  state: z.enum(apiKeyStates),
  expiresAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  lastUsedIp: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  revokedAt: timestamp.nullable(),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  can: z.object({ edit: z.boolean(), revoke: z.boolean() }),
})

const permissions = z
  .array(z.enum(keyPermissions))
  .min(1, /*i18n*/ 'Choose at least one permission')
  .max(keyPermissions.length)

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  tag: 'API keys',
  summary: 'List API keys',
  description: "Returns the workspace's keys, revoked ones included.",
  method: 'GET',
  path: '/api-keys/',
  permission: 'integrations:manage',
  query: pageQuery(['-createdAt', 'createdAt']).extend({ state: z.enum(apiKeyStates).optional() }),
  response: page(apiKey),
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  tag: 'API keys',
  summary: 'Create an API key',
  description:
    'Creates a key for the caller. `key` is returned only this once; a hash of it is stored. VALIDATION for ' +
    'a permission that the caller does not have, or an expiry in the past.',
  method: 'POST',
  path: '/api-keys/',
  permission: 'integrations:manage',
  body: z.object({
    name: text(80, 1),
    permissions,
    expiresAt: timestamp.nullable().describe('Null: never expires'),
  }),
  showsSecret: true,
  response: apiKey.extend({ key: z.string() }),
  status: 201,
})

export const getApiKey = endpoint({
  name: 'getApiKey',
  tag: 'API keys',
  summary: 'Get an API key',
  method: 'GET',
  path: '/api-keys/{id}/',
  permission: 'integrations:manage',
  params: idParams,
  response: apiKey,
})

export const updateApiKey = endpoint({
  name: 'updateApiKey',
  tag: 'API keys',
  summary: 'Change an API key',
  description: "Changes a key of the caller that is not revoked. FORBIDDEN for somebody else's key.",
  method: 'PATCH',
  alsoPut: true,
  path: '/api-keys/{id}/',
  permission: 'integrations:manage',
  params: idParams,
  body: z.object({
    name: text(80, 1).optional(),
    permissions: permissions.optional(),
    expiresAt: timestamp.nullable().optional(),
    version: version.optional(),
  }),
  response: apiKey,
  errors: ['CONFLICT'],
})

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  tag: 'API keys',
  summary: 'Revoke an API key',
  description: 'Revokes a key permanently, within a second on every node. It stays in the list.',
  method: 'DELETE',
  path: '/api-keys/{id}/',
  permission: 'integrations:manage',
  params: idParams,
  status: 204,
})
