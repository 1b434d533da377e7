import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, password } from './fields.ts'
import { currentUser } from './users.ts'

const token = z.string().min(1, /*i18n*/ 'Required').max(500)

export const getEmailConfirmation = endpoint({
  name: 'getEmailConfirmation',
  tag: 'Users',
  summary: 'Read an address confirmation by its link',
  description:
    'Returns the address that a mailed link confirms. VALIDATION of `token` for a link that does not work ' +
    '(any more), with the reason in the message.',
  method: 'POST',
  path: '/users/email-confirmation',
  permission: 'public',
  body: z.object({ token }),
  response: z.object({
    email: z.string(),
    name: z.string(),
    workspace: z.string(),
    needsPassword: z.boolean().describe('They have none yet, and choose one'),
  }),
  errors: ['RATE_LIMITED'],
})

export const confirmEmail = endpoint({
  name: 'confirmEmail',
  tag: 'Users',
  summary: 'Confirm an address with a mailed link',
  description:
    'Confirms an address with the token of the mailed link. From then on its owner signs in with it. The ' +
    'link works once: for 7 days for a new user, for 60 minutes for a changed address. A change ends all ' +
    'sessions but the one that requested it, and the old address is notified. CONFLICT if the address signs ' +
    'in to another workspace.',
  method: 'POST',
  path: '/users/confirm-email',
  permission: 'public',
  body: z.object({ token, password: password.optional() }),
  response: z.object({ email: z.string() }),
  errors: ['RATE_LIMITED', 'CONFLICT'],
})

export const resendOwnConfirmation = endpoint({
  name: 'resendOwnConfirmation',
  tag: 'Users',
  summary: 'Email the link for your new address again',
  description:
    "Emails the link for the caller's new address again and voids the previous one. CONFLICT if no change is " +
    'pending.',
  method: 'POST',
  path: '/users/me/pending-email/',
  permission: 'signed-in',
  response: currentUser,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const cancelEmailChange = endpoint({
  name: 'cancelEmailChange',
  tag: 'Users',
  summary: 'Cancel the change of your address',
  description: "Cancels the caller's change of address and voids the mailed link.",
  method: 'DELETE',
  path: '/users/me/pending-email/',
  permission: 'signed-in',
  response: currentUser,
})

export const cancelUserEmailChange = endpoint({
  name: 'cancelUserEmailChange',
  tag: 'Users',
  summary: "Cancel a user's change of address",
  description:
    "Cancels a user's unconfirmed change of address and voids the mailed link. CONFLICT if no change is " +
    "pending; a new user's first address is not a change.",
  method: 'DELETE',
  path: '/users/{id}/pending-email/',
  permission: 'users:manage',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

export const resendEmailConfirmation = endpoint({
  name: 'resendEmailConfirmation',
  tag: 'Users',
  summary: 'Email a user the confirmation link again',
  description:
    'Emails a user the link that confirms their address again and voids the previous one. CONFLICT if ' +
    'nothing is left to confirm.',
  method: 'POST',
  path: '/users/{id}/confirm-email/',
  permission: 'users:manage',
  params: idParams,
  status: 204,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})
