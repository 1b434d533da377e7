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

export const loginWithSecondFactor = endpoint({
  name: 'loginWithSecondFactor',
  tag: 'Session',
  summary: 'Complete a sign-in with a second factor',
  description:
    'Completes a sign-in that got `SECOND_FACTOR_REQUIRED`, with its `challengeToken` (5 minutes) and a code ' +
    'of the app or a recovery code. Failures count like those of the password.',
  method: 'POST',
  path: '/login/second-factor',
  permission: 'public',
  body: z.object({ challengeToken: z.string().min(1, /*i18n*/ 'Required').max(1000), code }),
  response: login.response!,
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED', 'FORBIDDEN'],
})

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  tag: 'Second factor',
  summary: 'Get the state of your second factor',
  description: 'Returns whether the caller has a second factor.',
  method: 'GET',
  path: '/users/me/second-factor',
  permission: 'signed-in',
  before: ['password', 'second-factor'],
  response: secondFactor,
})

export const beginSecondFactor = endpoint({
  name: 'beginSecondFactor',
  tag: 'Second factor',
  summary: 'Start setting up a second factor',
  description: 'Creates a secret for an authenticator app. Codes are not required until one is confirmed.',
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

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  tag: 'Second factor',
  summary: 'Turn on your second factor',
  description:
    'Turns on the second factor with a code of the app, ends all other sessions and returns the recovery ' +
    'codes.',
  method: 'POST',
  path: '/users/me/second-factor/confirm',
  permission: 'signed-in',
  before: ['second-factor'],
  body: z.object({ code }),
  showsSecret: true,
  response: recoveryCodes,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  tag: 'Second factor',
  summary: 'Create new recovery codes',
  description:
    'Creates new recovery codes and voids the old ones. Requires the password and a code, like removing the ' +
    'second factor.',
  method: 'POST',
  path: '/users/me/second-factor/recovery-codes',
  permission: 'signed-in',
  body: z.object({ currentPassword: password, code }),
  showsSecret: true,
  response: recoveryCodes,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  tag: 'Second factor',
  summary: 'Turn off your second factor',
  description:
    'Turns off the second factor with the password and a code of the app or a recovery code. Refused if the ' +
    'workspace or the installation requires one, or if the password is too short to be used alone.',
  method: 'DELETE',
  path: '/users/me/second-factor',
  permission: 'signed-in',
  body: z.object({ currentPassword: password, code }),
  status: 204,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const resetUserSecondFactor = endpoint({
  name: 'resetUserSecondFactor',
  tag: 'Second factor',
  summary: "Reset a user's second factor",
  description:
    'Removes the second factor of a user of no higher role who has lost it, ends their sessions and notifies ' +
    'them. A password that is too short to be used alone is removed too, and a link to set a new one is ' +
    'emailed.',
  method: 'DELETE',
  path: '/users/{id}/second-factor',
  permission: 'users:manage',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})
