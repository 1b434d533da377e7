import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getHealth = endpoint({
  name: 'getHealth',
  tag: 'Health',
  summary: 'Check that the process is alive',
  description:
    'Reports that this process is alive. It does not ask the database: an unreachable database is no reason ' +
    'to restart a node.',
  method: 'GET',
  path: '/health',
  permission: 'public',
  response: z.object({ status: z.enum(['ok']), version: z.string() }),
  errors: [],
})

export const getReadiness = endpoint({
  name: 'getReadiness',
  tag: 'Health',
  summary: 'Check that the node is ready for requests',
  description:
    'Reports whether this node should get requests: it reaches its database and is not about to stop. ' +
    'Otherwise 503 with Retry-After; requests that arrive anyway are still answered if possible.',
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
