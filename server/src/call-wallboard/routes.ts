import { getCallWallboard } from './get-call-wallboard.ts'

export const callWallboardRoutes = [getCallWallboard]
