import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, password } from './fields.ts'
import { currentUser, updateCurrentUser } from './users.ts'

export const maxAvatarBytes = 5 * 1024 * 1024

export const updateProfile = endpoint({
  name: 'updateProfile',
  tag: 'Users',
  summary: 'Change your profile',
  description:
    'Like `PUT /users/me/`. Another email requires the password, and counts once its owner has confirmed it.',
  method: 'PUT',
  path: '/users/profile',
  permission: 'signed-in',
  body: updateCurrentUser.body!,
  response: currentUser,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const uploadAvatar = endpoint({
  name: 'uploadAvatar',
  tag: 'Users',
  summary: 'Set your picture',
  description:
    "Sets the caller's picture: a PNG, JPEG or WebP image, detected by its content. It is cropped to the " +
    'center, redrawn at 256 by 256 pixels, and stripped of everything else in the file.',
  method: 'POST',
  path: '/users/avatar',
  permission: 'signed-in',
  file: { field: 'avatar', maxBytes: maxAvatarBytes },
  response: currentUser,
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'UNAVAILABLE'],
})

export const deleteAvatar = endpoint({
  name: 'deleteAvatar',
  tag: 'Users',
  summary: 'Remove your picture',
  description: "Removes the caller's picture.",
  method: 'DELETE',
  path: '/users/avatar',
  permission: 'signed-in',
  response: currentUser,
})

export const listAvatars = endpoint({
  name: 'listAvatars',
  tag: 'Users',
  summary: 'List pictures',
  description: 'Returns which users of the workspace have a picture. `avatarId` changes with it.',
  method: 'GET',
  path: '/users/avatars',
  permission: 'signed-in',
  response: z.object({ items: z.array(z.object({ userId: id, avatarId: id })) }),
})

export const getAvatar = endpoint({
  name: 'getAvatar',
  tag: 'Users',
  summary: "Get a user's picture",
  description: "Returns a user's picture: WebP, 256 by 256 pixels.",
  method: 'GET',
  path: '/users/{id}/avatar',
  permission: 'signed-in',
  params: idParams,
  streams: 'image/webp',
})

export const changePassword = endpoint({
  name: 'changePassword',
  tag: 'Users',
  summary: 'Change your password',
  description:
    'Sets a new password and ends every other session. A wrong current password counts as a failed sign-in.',
  method: 'POST',
  path: '/users/change-password',
  permission: 'signed-in',
  before: ['password'],
  body: z.object({ currentPassword: password, newPassword: password }),
  status: 204,
  errors: ['RATE_LIMITED'],
})

export const resetUserPassword = endpoint({
  name: 'resetUserPassword',
  tag: 'Users',
  summary: "Reset a user's password",
  description:
    'For a user of no higher role: sets the given password and notifies the user or, without one, removes ' +
    'the password and emails a link to set another. A given password works for 7 days and must be changed at ' +
    "the next sign-in. Ends the user's sessions.",
  method: 'POST',
  path: '/users/{id}/reset-password',
  permission: 'users:manage',
  params: idParams,
  body: z.object({ newPassword: password.optional() }).optional(),
  status: 204,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})
