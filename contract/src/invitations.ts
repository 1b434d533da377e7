import { z } from 'zod'
import { login } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { email, id, idParams, list, password, timestamp, userRef } from './fields.ts'
import { mailedName, optionalMailedName } from './names.ts'
import { page, pageQuery } from './paging.ts'
import { roleKeys } from './permissions.ts'

export const invitationStates = ['pending', 'expired', 'accepted', 'revoked'] as const

export const invitation = z.object({
  id,
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roleKeys),
  company: z.object({ id, name: z.string() }).nullable(),
  state: z.enum(invitationStates),
  invitedBy: userRef.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  sentAt: timestamp,
  expiresAt: timestamp,
  acceptedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  can: z.object({ resend: z.boolean(), revoke: z.boolean() }).describe('What the caller may do with it now'),
})

export const listInvitations = endpoint({
  name: 'listInvitations',
  tag: 'Invitations',
  summary: 'List invitations',
  description: "Returns the workspace's invitations.",
  method: 'GET',
  path: '/users/invitations',
  permission: 'users:manage',
  query: pageQuery(['-sentAt', 'sentAt', 'email', '-email']).extend({
    state: list(z.enum(invitationStates)),
    role: list(z.enum(roleKeys)),
  }),
  response: page(invitation),
})

export const inviteUser = endpoint({
  name: 'inviteUser',
  tag: 'Invitations',
  summary: 'Invite a user',
  description:
    "Emails a link to join the workspace (7 days, once) in a role no higher than the caller's. A client " +
    'reviewer needs a company. CONFLICT if the address belongs to a user of the workspace, or is invited ' +
    'already.',
  method: 'POST',
  path: '/users/invite',
  permission: 'users:manage',
  body: z.object({
    email,
    role: z.enum(roleKeys),
    name: optionalMailedName(120),
    companyId: id.nullish(),
  }),
  response: invitation,
  status: 201,
  errors: ['PLAN_LIMIT', 'CONFLICT', 'RATE_LIMITED'],
})

export const resendInvitation = endpoint({
  name: 'resendInvitation',
  tag: 'Invitations',
  summary: 'Send an invitation again',
  description: 'Emails a new link for 7 days and voids the previous one.',
  method: 'POST',
  path: '/users/invite/{id}/resend',
  permission: 'users:manage',
  params: idParams,
  response: invitation,
  errors: ['PLAN_LIMIT', 'CONFLICT', 'RATE_LIMITED'],
})

export const revokeInvitation = endpoint({
  name: 'revokeInvitation',
  tag: 'Invitations',
  summary: 'Revoke an invitation',
  description: 'Revokes an invitation; its link stops working.',
  method: 'DELETE',
  path: '/users/invite/{id}',
  permission: 'users:manage',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

const token = z.string().min(1, /*i18n*/ 'Required').max(500)

export const lookAtInvitation = endpoint({
  name: 'lookAtInvitation',
  tag: 'Invitations',
  summary: 'Read an invitation by its link',
  description:
    'Returns what the link of an invitation leads to. VALIDATION of `token` for a link that does not work ' +
    '(any more): the message says whether it was used, revoked or has expired.',
  method: 'POST',
  path: '/users/invitation',
  permission: 'public',
  body: z.object({ token }),
  response: z.object({
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(roleKeys),
    workspace: z.string(),
    invitedBy: z.string().nullable(),
    expiresAt: timestamp,
  }),
  errors: ['RATE_LIMITED'],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  tag: 'Invitations',
  summary: 'Accept an invitation',
  description: 'Joins the workspace with the token of the mailed link, and signs in.',
  method: 'POST',
  path: '/users/accept-invite',
  permission: 'public',
  body: z.object({ token, name: mailedName(120), password }),
  response: login.response!,
  errors: ['RATE_LIMITED', 'CONFLICT'],
})
