import { lookAt } from './look-at.ts'
import { lookAway } from './look-away.ts'

export const presenceRoutes = [lookAt, lookAway]
