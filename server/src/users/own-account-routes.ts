import { changePassword } from './change-password.ts'
import { confirmOwnPassword } from './confirm-own-password.ts'
import { deleteAvatar } from './delete-avatar.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { getAvatar } from './get-avatar.ts'
import { listAvatars } from './list-avatars.ts'
import { listMySessions } from './list-my-sessions.ts'
import { listUserSessions } from './list-user-sessions.ts'
import { resetUserPassword } from './reset-user-password.ts'
import { updateProfile } from './update-profile.ts'
import { uploadAvatar } from './upload-avatar.ts'

export const ownAccountRoutes = [
  updateProfile,
  uploadAvatar,
  deleteAvatar,
  listAvatars,
  getAvatar,
  changePassword,
  resetUserPassword,
  listMySessions,
  listUserSessions,
  confirmOwnPassword,
  endSession,
  endOtherSessions,
]
