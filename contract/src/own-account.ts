import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, password } from './fields.ts'
import { currentUser, updateCurrentUser } from './users.ts'

export const maxAvatarBytes = 5 * 1024 * 1024

/** As `PUT /users/me/`. Another e-mail takes the password, and counts once its owner has confirmed it. */
export const updateProfile = endpoint({
  name: 'updateProfile',
  tag: 'Users',
  summary: 'Change your own profile',
  method: 'PUT',
  path: '/users/profile',
  permission: 'signed-in',
  body: updateCurrentUser.body!,
  response: currentUser,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

/**
 * Sets one's picture: a PNG, JPEG or WebP image, known by its content. The middle of it is kept, 256 by 256 pixels,
 * drawn anew without anything else the file carried.
 */
export const uploadAvatar = endpoint({
  name: 'uploadAvatar',
  tag: 'Users',
  summary: 'Set your picture',
  method: 'POST',
  path: '/users/avatar',
  permission: 'signed-in',
  file: { field: 'avatar', maxBytes: maxAvatarBytes },
  response: currentUser,
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'UNAVAILABLE'],
})

/** Takes one's picture away. */
export const deleteAvatar = endpoint({
  name: 'deleteAvatar',
  tag: 'Users',
  summary: 'Remove your picture',
  method: 'DELETE',
  path: '/users/avatar',
  permission: 'signed-in',
  response: currentUser,
})

/** Who in the workspace has a picture; `avatarId` changes with it. */
export const listAvatars = endpoint({
  name: 'listAvatars',
  tag: 'Users',
  summary: 'List who has a picture',
  method: 'GET',
  path: '/users/avatars',
  permission: 'signed-in',
  response: z.object({ items: z.array(z.object({ userId: id, avatarId: id })) }),
})

/** The picture of a colleague: WebP, 256 by 256 pixels. */
export const getAvatar = endpoint({
  name: 'getAvatar',
  tag: 'Users',
  summary: 'Get the picture of a colleague',
  method: 'GET',
  path: '/users/{id}/avatar',
  permission: 'signed-in',
  params: idParams,
  streams: 'image/webp',
})

/** Sets a new password and ends every other session. A wrong current password counts as a failed sign-in. */
export const changePassword = endpoint({
  name: 'changePassword',
  tag: 'Users',
  summary: 'Change your password',
  method: 'POST',
  path: '/users/change-password',
  permission: 'signed-in',
  before: ['password'],
  body: z.object({ currentPassword: password, newPassword: password }),
  status: 204,
  errors: ['RATE_LIMITED'],
})

/**
 * For a colleague of no higher role: sets the password given and tells them or, without one, forgets theirs and mails
 * them a link to set another. A given password works for 7 days, and they must change it when they sign in. Ends their
 * sessions.
 */
export const resetUserPassword = endpoint({
  name: 'resetUserPassword',
  tag: 'Users',
  summary: "Reset a colleague's password",
  method: 'POST',
  path: '/users/{id}/reset-password',
  permission: 'users:manage',
  params: idParams,
  body: z.object({ newPassword: password.optional() }).optional(),
  status: 204,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})
