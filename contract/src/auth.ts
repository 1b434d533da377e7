import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { password } from './fields.ts'
import { currentUser } from './users.ts'

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Lifetime of the access token in seconds'),
})

export const login = endpoint({
  name: 'login',
  tag: 'Session',
  summary: 'Sign in with email and password',
  description:
    'Signs in. An unknown address and a wrong password get the same 401. After 10 failures on one account, ' +
    'even the right password is refused for 10 minutes with 429. The answer sets the cookie of a known ' +
    'device: failures of requests with this cookie are counted separately, up to 10, and failures of others ' +
    'do not lock it. A user with a second factor gets 401 `SECOND_FACTOR_REQUIRED` with ' +
    '`details.challengeToken`, for `POST /login/second-factor`. A password that somebody else chose, or that ' +
    'was generated, works for 7 days and must be changed first (`user.mustChoosePassword`); afterwards it is ' +
    'refused with 403.',
  method: 'POST',
  path: '/login/',
  permission: 'public',
  body: z.object({
    email: z.string().trim().toLowerCase().min(1, /*i18n*/ 'Required').max(254),
    password,
  }),
  response: tokens.extend({ user: currentUser }),
  errors: ['UNAUTHENTICATED', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMITED'],
})

export const refresh = endpoint({
  name: 'refresh',
  tag: 'Session',
  summary: 'Refresh tokens',
  description:
    'Exchanges a refresh token for a new pair. Each refresh token works once. A repeat within 10 seconds ' +
    'gets the same successor, as long as no call was made with the new access token. Any later use ends the ' +
    'whole session.',
  method: 'POST',
  path: '/refresh/',
  permission: 'public',
  body: z.object({ refresh_token: z.string().min(1, /*i18n*/ 'Required').max(500) }),
  response: tokens.extend({ user: currentUser }),
  errors: ['UNAUTHENTICATED'],
})

export const logout = endpoint({
  name: 'logout',
  tag: 'Session',
  summary: 'Sign out',
  description: "Ends the session of the caller's access token, and its refresh token with it.",
  method: 'POST',
  path: '/logout/',
  permission: 'signed-in',
  before: ['password', 'second-factor'],
  status: 204,
})
