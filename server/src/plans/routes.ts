import { getUsage } from './get-usage.ts'

export const planRoutes = [getUsage]
