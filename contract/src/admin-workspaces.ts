import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, id, idParams, list, text, timestamp, timezone } from './fields.ts'
import { mailedName } from './names.ts'
import { page, pageQuery, total } from './paging.ts'

export const workspaceStates = ['active', 'suspended'] as const

/** A workspace as superadmins see it: how much it holds, never what. */
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
  updatedAt: timestamp,
})

export const listWorkspaces = endpoint({
  name: 'listWorkspaces',
  tag: 'Admin',
  summary: 'List workspaces',
  description:
    'Returns the workspaces of the installation with how much each holds. `q` searches their names.',
  method: 'GET',
  path: '/admin/workspaces/',
  permission: 'platform:manage',
  query: pageQuery(['-createdAt', 'createdAt', 'name', '-name']).extend({
    state: list(z.enum(workspaceStates)),
  }),
  response: page(administeredWorkspace),
})

export const getAdministeredWorkspace = endpoint({
  name: 'getAdministeredWorkspace',
  tag: 'Admin',
  summary: 'Get a workspace of the installation',
  description: 'Returns a workspace with its owners, as contacts.',
  method: 'GET',
  path: '/admin/workspaces/{id}/',
  permission: 'platform:manage',
  params: idParams,
  response: administeredWorkspace.extend({
    timezone: z.string(),
    defaultCountry: z.string(),
    owners: z.array(z.object({ id, name: z.string(), email: z.string(), lastSeenAt: timestamp.nullable() })),
    ownerInvitation: z
      .object({ name: z.string().nullable(), email: z.string(), sentAt: timestamp, expiresAt: timestamp })
      .nullable()
      .describe("The owner's invitation that was neither accepted nor revoked, even if it has expired"),
  }),
})

export const inviteWorkspaceOwner = endpoint({
  name: 'inviteWorkspaceOwner',
  tag: 'Admin',
  summary: 'Invite the owner of a workspace again',
  description:
    'Emails an invitation to own a workspace that has no owner yet, for example because the first invitation ' +
    'expired or went to a wrong address. Earlier invitations become void. CONFLICT if the workspace has an ' +
    'owner, or if the address is in use in the installation.',
  method: 'POST',
  path: '/admin/workspaces/{id}/invite-owner/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({ name: mailedName(120), email }),
  status: 204,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const createWorkspace = endpoint({
  name: 'createWorkspace',
  tag: 'Admin',
  summary: 'Create a workspace and invite its owner',
  description:
    'Creates a workspace with the default pipeline and reasons, and emails its first owner an invitation. ' +
    'CONFLICT if the address is in use in the installation.',
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
      .regex(/^[A-Z]{2}$/, /*i18n*/ 'Enter a two-letter code, such as US')
      .default('US'),
  }),
  response: administeredWorkspace,
  status: 201,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const renameWorkspace = endpoint({
  name: 'renameWorkspace',
  tag: 'Admin',
  summary: 'Rename a workspace',
  description: 'Renames a workspace.',
  method: 'PATCH',
  path: '/admin/workspaces/{id}/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({ name: mailedName(120) }),
  response: administeredWorkspace,
})

export const suspendWorkspace = endpoint({
  name: 'suspendWorkspace',
  tag: 'Admin',
  summary: 'Suspend a workspace',
  description:
    'Signs out all users of a workspace and refuses sign-ins until it is resumed. No data is lost. CONFLICT ' +
    "for the caller's own workspace.",
  method: 'POST',
  path: '/admin/workspaces/{id}/suspend/',
  permission: 'platform:manage',
  params: idParams,
  body: z.object({ reason: text(500, 1) }),
  response: administeredWorkspace,
  errors: ['CONFLICT'],
})

export const resumeWorkspace = endpoint({
  name: 'resumeWorkspace',
  tag: 'Admin',
  summary: 'Resume a suspended workspace',
  description: 'Lets the users of a suspended workspace sign in again.',
  method: 'POST',
  path: '/admin/workspaces/{id}/resume/',
  permission: 'platform:manage',
  params: idParams,
  response: administeredWorkspace,
})
