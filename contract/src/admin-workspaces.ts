import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, id, idParams, list, text, timestamp, timezone } from './fields.ts'
import { mailedName } from './names.ts'
import { page, pageQuery, total } from './paging.ts'

export const workspaceStates = ['active', 'suspended'] as const

/** A workspace as whoever runs the installation sees it: how much it holds, never what. */
export const administeredWorkspace = z.object({
  id,
  name: z.string(),
  state: z.enum(workspaceStates),
  suspendedAt: timestamp.nullable(),
  suspensionReason: z.string().nullable(),
  users: z.int(),
  positions: z.int(),
  applications: total.describe('Exact for small workspaces; for others as counted within the last hour'),
  storageBytes: z.int().describe('Of uploaded files'),
  files: z.int(),
  analyses: z.int().describe('Files that were analyzed and not imported'),
  quotas: z
    .object({ storageBytes: z.int(), files: z.int(), analyses: z.int() })
    .describe('The most that the settings allow; uploads beyond are refused'),
  lastActivityAt: timestamp.nullable().describe('When somebody of it last signed in or changed something'),
  createdAt: timestamp,
})

/** The workspaces of the installation with how much each holds. `q` looks in their names. */
export const listWorkspaces = endpoint({
  name: 'listWorkspaces',
  tag: 'Admin',
  summary: 'List workspaces',
  method: 'GET',
  path: '/admin/workspaces/',
  permission: 'platform:manage',
  query: pageQuery(['-createdAt', 'createdAt', 'name', '-name']).extend({
    state: list(z.enum(workspaceStates)),
  }),
  response: page(administeredWorkspace),
})

/** One workspace with its owners, to know whom to ask. */
export const getAdministeredWorkspace = endpoint({
  name: 'getAdministeredWorkspace',
  tag: 'Admin',
  summary: 'Get a workspace of the installation',
  method: 'GET',
  path: '/admin/workspaces/{id}/',
  permission: 'platform:manage',
  params: idParams,
  response: administeredWorkspace.extend({
    timezone: z.string(),
    defaultCountry: z.string(),
    owners: z.array(z.object({ id, name: z.string(), email: z.string(), lastSeenAt: timestamp.nullable() })),
    /** The invitation of an owner that was neither accepted nor taken back; also one that has run out. */
    ownerInvitation: z
      .object({ name: z.string().nullable(), email: z.string(), sentAt: timestamp, expiresAt: timestamp })
      .nullable(),
  }),
})

/**
 * Mails somebody the way into a workspace that nobody owns: as its first invitation ran out, or went to a wrong
 * address. It voids those before it. CONFLICT where somebody owns it, who invites others themselves, or when somebody
 * of the installation has that address already.
 */
export const inviteWorkspaceOwner = endpoint({
  name: 'inviteWorkspaceOwner',
  tag: 'Admin',
  summary: 'Invite the owner of a workspace anew',
  method: 'POST',
  path: '/admin/workspaces/{id}/invite-owner/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({ name: mailedName(120), email }),
  status: 204,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

/**
 * Makes a workspace with the default pipeline and reasons, and mails its first owner an invitation. CONFLICT when
 * somebody of the installation has that address already.
 */
export const createWorkspace = endpoint({
  name: 'createWorkspace',
  tag: 'Admin',
  summary: 'Create a workspace and invite its owner',
  method: 'POST',
  path: '/admin/workspaces/',
  permission: 'platform:manage',
  body: z.object({
    name: mailedName(120),
    ownerName: mailedName(120),
    ownerEmail: email,
    timezone: timezone.default('UTC'),
    defaultCountry: z
      .string()
      .regex(/^[A-Z]{2}$/, /*i18n*/ 'Two letters, such as US')
      .default('US'),
  }),
  response: administeredWorkspace,
  status: 201,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

/** Gives a workspace another name. */
export const renameWorkspace = endpoint({
  name: 'renameWorkspace',
  tag: 'Admin',
  summary: 'Rename a workspace',
  method: 'PATCH',
  path: '/admin/workspaces/{id}/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({ name: mailedName(120) }),
  response: administeredWorkspace,
})

/**
 * Signs everyone of a workspace out and lets nobody in until it is resumed; nothing of it is lost. CONFLICT for the
 * caller's own.
 */
export const suspendWorkspace = endpoint({
  name: 'suspendWorkspace',
  tag: 'Admin',
  summary: 'Suspend a workspace',
  method: 'POST',
  path: '/admin/workspaces/{id}/suspend/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({ reason: text(500, 1) }),
  response: administeredWorkspace,
  errors: ['CONFLICT'],
})

/** Lets the people of a suspended workspace sign in again. */
export const resumeWorkspace = endpoint({
  name: 'resumeWorkspace',
  tag: 'Admin',
  summary: 'Resume a suspended workspace',
  method: 'POST',
  path: '/admin/workspaces/{id}/resume/',
  permission: 'platform:manage',
  params: idParams,
  response: administeredWorkspace,
})
