import { cancelUserEmailChange } from './cancel-user-email-change.ts'
import { confirmEmail } from './confirm-email.ts'
import { exportUsers } from './export-users.ts'
import { forgotPassword } from './forgot-password.ts'
import { getCurrentUser } from './get-current-user.ts'
import { getEmailConfirmation } from './get-email-confirmation.ts'
import { listRoles } from './list-roles.ts'
import { listUsers } from './list-users.ts'
import { cancelEmailChange, resendOwnConfirmation } from './own-email-change.ts'
import { resendEmailConfirmation } from './resend-email-confirmation.ts'
import { resetPassword } from './reset-password.ts'
import { updateCurrentUser } from './update-current-user.ts'

export const userRoutes = [
  getCurrentUser,
  updateCurrentUser,
  listUsers,
  exportUsers,
  listRoles,
  forgotPassword,
  resetPassword,
  getEmailConfirmation,
  confirmEmail,
  resendOwnConfirmation,
  cancelEmailChange,
  resendEmailConfirmation,
  cancelUserEmailChange,
]
