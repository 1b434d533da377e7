import { z } from 'zod'
import { login } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { idParams, password, timestamp } from './fields.ts'

/** Six digits of an app, or a recovery code; blanks and dashes do not matter. */
const code = z.string().trim().min(1, /*i18n*/ 'Required').max(40)

export const secondFactor = z.object({
  enabled: z.boolean(),
  since: timestamp.nullable(),
  recoveryCodesLeft: z.int(),
  required: z.boolean().describe('The workspace or the installation requires it'),
})

const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).describe('Each stands in for a code once; shown only now'),
})

/**
 * The second step of a sign-in that was answered `SECOND_FACTOR_REQUIRED`: its `challengeToken` (5 minutes) with a code
 * of the app, or a recovery code. Failures count as those of the password do.
 */
export const loginWithSecondFactor = endpoint({
  name: 'loginWithSecondFactor',
  tag: 'Session',
  summary: 'Sign in: the second step',
  method: 'POST',
  path: '/login/second-factor',
  permission: 'public',
  body: z.object({ challengeToken: z.string().min(1, /*i18n*/ 'Required').max(1000), code }),
  response: login.response!,
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED', 'FORBIDDEN'],
})

/** Whether one signs in with a second factor. */
export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  tag: 'Second factor',
  summary: 'Get your second factor',
  method: 'GET',
  path: '/users/me/second-factor',
  permission: 'signed-in',
  before: ['password', 'second-factor'],
  response: secondFactor,
})

/** Makes a secret for an authenticator app. Nothing is asked for until a code of it is confirmed. */
export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  tag: 'Second factor',
  summary: 'Begin to set up a second factor',
  method: 'POST',
  path: '/users/me/second-factor',
  permission: 'signed-in',
  before: ['second-factor'],
  body: z.object({ currentPassword: password }),
  showsSecret: true,
  response: z.object({
    secret: z.string().describe('Base32, to type by hand'),
    uri: z.string().describe('otpauth://, to show as a QR code'),
  }),
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

/** Turns the second factor on by a code of the app, ends all other sessions and answers the recovery codes. */
export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  tag: 'Second factor',
  summary: 'Turn your second factor on',
  method: 'POST',
  path: '/users/me/second-factor/confirm',
  permission: 'signed-in',
  before: ['second-factor'],
  body: z.object({ code }),
  showsSecret: true,
  response: recoveryCodes,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

/** Makes new recovery codes; the old ones are void. Takes the password and a code, as removing the second factor does. */
export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  tag: 'Second factor',
  summary: 'Make new recovery codes',
  method: 'POST',
  path: '/users/me/second-factor/recovery-codes',
  permission: 'signed-in',
  body: z.object({ currentPassword: password, code }),
  showsSecret: true,
  response: recoveryCodes,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

/**
 * Turns the second factor off by the password and a code of the app, or a recovery code. Refused where the workspace or
 * the installation requires one, or the password is too short to stand alone.
 */
export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  tag: 'Second factor',
  summary: 'Turn your second factor off',
  method: 'DELETE',
  path: '/users/me/second-factor',
  permission: 'signed-in',
  body: z.object({ currentPassword: password, code }),
  status: 204,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

/**
 * Takes the second factor of a colleague of no higher role away, who has lost it: ends their sessions and tells them. A
 * password that is too short to stand alone goes with it; a link to set a new one is mailed.
 */
export const resetUserSecondFactor = endpoint({
  name: 'resetUserSecondFactor',
  tag: 'Second factor',
  summary: "Reset a colleague's second factor",
  method: 'DELETE',
  path: '/users/{id}/second-factor',
  permission: 'users:manage',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})
