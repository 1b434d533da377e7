import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, password } from './fields.ts'
import { currentUser } from './users.ts'

const token = z.string().min(1, /*i18n*/ 'Required').max(500)

/**
 * Returns the address that a mailed link confirms. A link that does not work (any more) is a VALIDATION of `token`,
 * whose message says why.
 */
export const getEmailConfirmation = endpoint({
  name: 'getEmailConfirmation',
  tag: 'Users',
  summary: 'Read an address confirmation by its link',
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

/**
 * Confirms an address with the token of the mailed link: from then on its owner signs in with it. For somebody new the
 * link works for 7 days, for a change of address for 60 minutes; each works once. After a change, all sessions end but
 * the one that asked for it, and the old address is told. CONFLICT when the address signs in to another workspace.
 */
export const confirmEmail = endpoint({
  name: 'confirmEmail',
  tag: 'Users',
  summary: 'Confirm an address with a mailed link',
  method: 'POST',
  path: '/users/confirm-email',
  permission: 'public',
  body: z.object({ token, password: password.optional() }),
  response: z.object({ email: z.string() }),
  errors: ['RATE_LIMITED', 'CONFLICT'],
})

/** Mails the link for one's new address again, which voids the one before. CONFLICT when no change is pending. */
export const resendOwnConfirmation = endpoint({
  name: 'resendOwnConfirmation',
  tag: 'Users',
  summary: 'Mail the link for your new address again',
  method: 'POST',
  path: '/users/me/pending-email/',
  permission: 'signed-in',
  response: currentUser,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

/** Keeps one's address: the link mailed to the new one is void. */
export const cancelEmailChange = endpoint({
  name: 'cancelEmailChange',
  tag: 'Users',
  summary: 'Cancel the change of your address',
  method: 'DELETE',
  path: '/users/me/pending-email/',
  permission: 'signed-in',
  response: currentUser,
})

/**
 * Cancels a colleague's unconfirmed change of address, which voids the mailed link. CONFLICT when no change is pending; the
 * first address of somebody new is none.
 */
export const cancelUserEmailChange = endpoint({
  name: 'cancelUserEmailChange',
  tag: 'Users',
  summary: "Cancel the change of a colleague's address",
  method: 'DELETE',
  path: '/users/{id}/pending-email/',
  permission: 'users:manage',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

/**
 * Mails a colleague the link that confirms their address again, which voids the one before. CONFLICT when nothing is
 * left to confirm.
 */
export const resendEmailConfirmation = endpoint({
  name: 'resendEmailConfirmation',
  tag: 'Users',
  summary: 'Mail a colleague the confirmation link again',
  method: 'POST',
  path: '/users/{id}/confirm-email/',
  permission: 'users:manage',
  params: idParams,
  status: 204,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})
