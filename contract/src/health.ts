import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Whether this process lives. It asks nothing of the database: one that is away is no reason to restart a node. */
export const getHealth = endpoint({
  name: 'getHealth',
  tag: 'Health',
  summary: 'Does it live',
  method: 'GET',
  path: '/health',
  permission: 'public',
  response: z.object({ status: z.enum(['ok']), version: z.string() }),
  errors: [],
})

/**
 * Whether this node is to be sent requests: it reaches its database and is not about to stop. Otherwise a 503 with
 * Retry-After, while requests that come all the same are still answered as well as they can be.
 */
export const getReadiness = endpoint({
  name: 'getReadiness',
  tag: 'Health',
  summary: 'Is it ready for requests',
  method: 'GET',
  path: '/ready',
  permission: 'public',
  response: z.object({
    status: z.enum(['ready']),
    version: z.string(),
    malwareScanner: z
      .enum(['ok', 'unreachable'])
      .optional()
      .describe('Where one is configured; while it is unreachable, uploads are refused'),
  }),
  errors: ['UNAVAILABLE'],
})
