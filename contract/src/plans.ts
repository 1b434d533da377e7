import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** How much of the workspace is in use now. */
export const getUsage = endpoint({
  name: 'getUsage',
  tag: 'Plans',
  summary: 'Current use of the workspace',
  method: 'GET',
  path: '/usage/',
  permission: 'plans:read',
  response: z.object({
    seats: z.int(),
    openPositions: z.int(),
    applicationsThisMonth: z.int(),
    callMinutesThisMonth: z.int(),
  }),
})
