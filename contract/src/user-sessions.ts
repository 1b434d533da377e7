import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, password, timestamp, userRef } from './fields.ts'
import { page, pageQuery } from './paging.ts'

/** A sign-in that is still good. */
export const userSession = z.object({
  id,
  device: z.object({
    kind: z.enum(['computer', 'phone', 'tablet', 'unknown']),
    /** "Firefox 141"; null when the caller did not say. */
    browser: z.string().nullable(),
    /** "macOS". */
    system: z.string().nullable(),
  }),
  ip: z.string().nullable(),
  createdAt: timestamp,
  usedAt: timestamp.describe('When it called last, to the minute'),
  current: z.boolean().describe('The one this call is made in'),
  impersonator: userRef
    .nullable()
    .describe('Who looks at the product as this person, where it is such a look'),
})

/** Where one is signed in, newest first. */
export const listMySessions = endpoint({
  name: 'listMySessions',
  tag: 'Users',
  summary: 'List where you are signed in',
  method: 'GET',
  path: '/users/me/sessions',
  permission: 'signed-in',
  query: pageQuery(['-createdAt']).omit({ q: true }),
  response: page(userSession),
})

/** Where a colleague is signed in, newest first. */
export const listUserSessions = endpoint({
  name: 'listUserSessions',
  tag: 'Users',
  summary: 'List where a colleague is signed in',
  method: 'GET',
  path: '/users/{id}/sessions',
  permission: 'users:manage',
  params: idParams,
  query: pageQuery(['-createdAt']).omit({ q: true }),
  response: page(userSession),
})

/**
 * Confirms that it is still you: for 10 minutes, calls that would answer 403 `PASSWORD_REQUIRED` in this session work. So
 * they do for 10 minutes after signing in. A wrong password counts as a failed sign-in.
 */
export const confirmOwnPassword = endpoint({
  name: 'confirmOwnPassword',
  tag: 'Users',
  summary: 'Confirm your password',
  method: 'POST',
  path: '/users/me/confirm-password',
  permission: 'signed-in',
  body: z.object({ currentPassword: password }),
  status: 204,
  errors: ['RATE_LIMITED'],
})

/**
 * Ends a session: one's own or, with the right to manage users, a colleague's of no higher role. Another of one's own takes
 * a recent sign-in: `PASSWORD_REQUIRED` otherwise.
 */
export const endSession = endpoint({
  name: 'endSession',
  tag: 'Users',
  summary: 'End a session',
  method: 'DELETE',
  path: '/users/sessions/{id}',
  permission: 'signed-in',
  params: idParams,
  status: 204,
  errors: ['PASSWORD_REQUIRED'],
})

/** Ends all your sessions but the one that calls. Takes a recent sign-in: `PASSWORD_REQUIRED` otherwise. */
export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  tag: 'Users',
  summary: 'End all your other sessions',
  method: 'DELETE',
  path: '/users/me/sessions',
  permission: 'signed-in',
  response: z.object({ ended: z.int() }),
  errors: ['PASSWORD_REQUIRED'],
})
