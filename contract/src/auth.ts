import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { password } from './fields.ts'
import { currentUser } from './users.ts'

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds the access token lives. */
  expires_in: z.int(),
})

/**
 * Signs in. Unknown address and wrong password answer the same 401. After 10 failures on one account the
 * account refuses even the right password for 10 minutes, with 429. Whoever has a second factor is answered 401
 * `SECOND_FACTOR_REQUIRED` with `details.challengeToken`, for `POST /login/second-factor`. A password that somebody else
 * chose, or that was generated, works for 7 days and must be changed first (`user.mustChoosePassword`); later it is
 * refused with 403.
 */
export const login = endpoint({
  name: 'login',
  tag: 'Session',
  summary: 'Sign in with e-mail and password',
  method: 'POST',
  path: '/login/',
  permission: 'public',
  body: z.object({
    email: z.string().trim().toLowerCase().min(1, /*i18n*/ 'Required').max(254),
    password,
  }),
  response: tokens.extend({ user: currentUser }),
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
})

/**
 * Trades a refresh token for a new pair. Each refresh token works once. A repeat gets the same successor within 10
 * seconds, as long as no call was made with the new access token; any later one ends the whole session.
 */
export const refresh = endpoint({
  name: 'refresh',
  tag: 'Session',
  summary: 'Get a new pair of tokens',
  method: 'POST',
  path: '/refresh/',
  permission: 'public',
  body: z.object({ refresh_token: z.string().min(1, /*i18n*/ 'Required').max(500) }),
  response: tokens.extend({ user: currentUser }),
  errors: ['UNAUTHENTICATED'],
})

/** Ends the session the caller's access token belongs to; its refresh token dies with it. */
export const logout = endpoint({
  name: 'logout',
  tag: 'Session',
  summary: 'Sign out',
  method: 'POST',
  path: '/logout/',
  permission: 'signed-in',
  before: ['password', 'second-factor'],
  status: 204,
})
