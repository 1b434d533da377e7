import { createUser } from './create-user.ts'
import { createUsers } from './create-users.ts'
import { deleteUser } from './delete-user.ts'
import { deleteUsers } from './delete-users.ts'
import { getUser } from './get-user.ts'
import { getUserPermissions } from './get-user-permissions.ts'
import { getUserStats } from './get-user-stats.ts'
import { listOwnActivity, listUserActivity } from './list-user-activity.ts'
import { restoreUser } from './restore-user.ts'
import { restoreUsers } from './restore-users.ts'
import { setUserPermissions } from './set-user-permissions.ts'
import { setUserRole } from './set-user-role.ts'
import { setUserStatus } from './set-user-status.ts'
import { updateUser } from './update-user.ts'
import { updateUsers } from './update-users.ts'

export const manageUserRoutes = [
  getUser,
  createUser,
  updateUser,
  deleteUser,
  restoreUser,
  setUserStatus,
  setUserRole,
  getUserPermissions,
  setUserPermissions,
  createUsers,
  updateUsers,
  deleteUsers,
  restoreUsers,
  getUserStats,
  listUserActivity,
  listOwnActivity,
]
