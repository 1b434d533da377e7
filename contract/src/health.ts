import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Whether this node serves and reaches its database. */
export const getHealth = endpoint({
  name: 'getHealth',
  tag: 'Health',
  summary: 'Is it up',
  method: 'GET',
  path: '/health',
  permission: 'public',
  response: z.object({ status: z.enum(['ok']), version: z.string(), database: z.enum(['ok']) }),
  errors: ['UNAVAILABLE'],
})
