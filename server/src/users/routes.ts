import { getCurrentUser } from './get-current-user.ts'
import { updateCurrentUser } from './update-current-user.ts'

export const userRoutes = [getCurrentUser, updateCurrentUser]
