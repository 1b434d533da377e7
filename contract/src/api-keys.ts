import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, userRef, version } from './fields.ts'
import { page, pageQuery } from './paging.ts'
import { keyPermissions } from './permissions.ts'

export const apiKeyStates = ['active', 'expired', 'revoked'] as const

/** A key another program calls with, in the name of whoever made it. */
export const apiKey = z.object({
  id,
  name: z.string(),
  hint: z.string().describe('The last four characters of the key'),
  owner: userRef,
  permissions: z.array(z.enum(keyPermissions)),
  /** Of those, what its owner may by now: more than that the key may not. */
  effectivePermissions: z.array(z.enum(keyPermissions)),
  state: z.enum(apiKeyStates),
  expiresAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  lastUsedIp: z.string().nullable(),
  createdAt: timestamp,
  revokedAt: timestamp.nullable(),
  version: z.int(),
  can: z.object({ edit: z.boolean(), revoke: z.boolean() }),
})

const permissions = z
  .array(z.enum(keyPermissions))
  .min(1, /*i18n*/ 'Choose at least one right')
  .max(keyPermissions.length)

/** The keys of the workspace, revoked ones included. */
export const listApiKeys = endpoint({
  name: 'listApiKeys',
  tag: 'API keys',
  summary: 'List API keys',
  method: 'GET',
  path: '/api-keys/',
  permission: 'integrations:manage',
  query: pageQuery(['-createdAt', 'createdAt']).extend({ state: z.enum(apiKeyStates).optional() }),
  response: page(apiKey),
})

/**
 * Makes a key for the caller. `key` is answered this once; only a hash of it is kept. VALIDATION for a right the caller
 * does not have, or an expiry that has passed.
 */
export const createApiKey = endpoint({
  name: 'createApiKey',
  tag: 'API keys',
  summary: 'Make an API key',
  method: 'POST',
  path: '/api-keys/',
  permission: 'integrations:manage',
  body: z.object({
    name: text(80, 1),
    permissions,
    /** Null: it does not expire. */
    expiresAt: timestamp.nullable(),
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

/** Changes a key of one's own that is not revoked; FORBIDDEN for somebody else's. */
export const updateApiKey = endpoint({
  name: 'updateApiKey',
  tag: 'API keys',
  summary: 'Change an API key',
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

/** Revokes a key for good, within a second on every node; it stays in the list. */
export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  tag: 'API keys',
  summary: 'Revoke an API key',
  method: 'DELETE',
  path: '/api-keys/{id}/',
  permission: 'integrations:manage',
  params: idParams,
  status: 204,
})
