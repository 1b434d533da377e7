import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, password, timestamp, userRef } from './fields.ts'
import { computedPage, computedPageQuery } from './paging.ts'

/** A sign-in that is still good. */
export const userSession = z.object({
  id,
  device: z.object({
    kind: z.enum(['computer', 'phone', 'tablet', 'unknown']),
    browser: z.string().nullable().describe('"Firefox 141"; null when the caller did not say'),
    system: z.string().nullable().describe('"macOS"'),
  }),
  ip: z.string().nullable(),
  createdAt: timestamp,
  usedAt: timestamp.describe('When it called last, to the minute'),
  current: z.boolean().describe('The one this call is made in'),
  impersonator: userRef
    .nullable()
    .describe('Who looks at the product as this person, where it is such a look'),
})

export const listMySessions = endpoint({
  name: 'listMySessions',
  tag: 'Users',
  summary: 'List your sessions',
  description: "Returns the caller's sessions, newest first.",
  method: 'GET',
  path: '/users/me/sessions',
  permission: 'signed-in',
  query: computedPageQuery(['-createdAt']).omit({ q: true }),
  response: computedPage(userSession),
})

export const listUserSessions = endpoint({
  name: 'listUserSessions',
  tag: 'Users',
  summary: "List a user's sessions",
  description: "Returns a user's sessions, newest first.",
  method: 'GET',
  path: '/users/{id}/sessions',
  permission: 'users:manage',
  params: idParams,
  query: computedPageQuery(['-createdAt']).omit({ q: true }),
  response: computedPage(userSession),
})

export const confirmOwnPassword = endpoint({
  name: 'confirmOwnPassword',
  tag: 'Users',
  summary: 'Confirm your password',
  description:
    "Confirms the caller's password. For 10 minutes, calls that would get 403 `PASSWORD_REQUIRED` work in " +
    'this session, as they do for 10 minutes after signing in. A wrong password counts as a failed sign-in.',
  method: 'POST',
  path: '/users/me/confirm-password',
  permission: 'signed-in',
  body: z.object({ currentPassword: password }),
  status: 204,
  errors: ['RATE_LIMITED'],
})

export const endSession = endpoint({
  name: 'endSession',
  tag: 'Users',
  summary: 'End a session',
  description:
    "Ends one of the caller's sessions or, with the permission to manage users, a session of a user of no " +
    "higher role. Ending another session of one's own requires a recent sign-in: `PASSWORD_REQUIRED` " +
    'otherwise.',
  method: 'DELETE',
  path: '/users/sessions/{id}',
  permission: 'signed-in',
  params: idParams,
  status: 204,
  errors: ['PASSWORD_REQUIRED'],
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  tag: 'Users',
  summary: 'End all your other sessions',
  description:
    "Ends all of the caller's sessions but the current one. Requires a recent sign-in: `PASSWORD_REQUIRED` " +
    'otherwise.',
  method: 'DELETE',
  path: '/users/me/sessions',
  permission: 'signed-in',
  response: z.object({ ended: z.int() }),
  errors: ['PASSWORD_REQUIRED'],
})
