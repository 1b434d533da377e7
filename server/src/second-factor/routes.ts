import { beginSecondFactor } from './begin-second-factor.ts'
import { confirmSecondFactor } from './confirm-second-factor.ts'
import { getSecondFactor } from './get-second-factor.ts'
import { loginWithSecondFactor } from './login-with-second-factor.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { resetUserSecondFactor } from './reset-user-second-factor.ts'

export const secondFactorRoutes = [
  loginWithSecondFactor,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  resetUserSecondFactor,
]
