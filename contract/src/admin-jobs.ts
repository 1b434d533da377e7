import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, list, onlyIds, timestamp } from './fields.ts'
import { page, pageQuery, total } from './paging.ts'

export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** Every kind of background work: what waits, runs and failed, and when it is due by itself. */
export const listQueues = endpoint({
  name: 'listQueues',
  tag: 'Admin',
  summary: 'List job queues',
  method: 'GET',
  path: '/admin/queues/',
  permission: 'platform:manage',
  response: z.object({
    items: z.array(
      z.object({
        name: z.string(),
        waiting: total,
        running: total,
        failed: total,
        oldestWaitingAt: timestamp.nullable().describe('Since when the longest waiting could have begun'),
        lastDoneAt: timestamp.nullable(),
        schedule: z.string().nullable().describe('A cron expression (UTC), for what runs by itself'),
      }),
    ),
  }),
})

export const job = z.object({
  id,
  queue: z.string(),
  state: z.enum(jobStates),
  workspaceId: id.nullable(),
  attempts: z.int().describe('How often it has been tried'),
  mostAttempts: z.int(),
  createdAt: timestamp,
  /** When it is tried next, or may begin. */
  startAfter: timestamp,
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  error: z.string().nullable(),
  can: z.object({ retry: z.boolean(), cancel: z.boolean() }),
})

/** Jobs, newest first; done ones are kept for a week. */
export const listJobs = endpoint({
  name: 'listJobs',
  tag: 'Admin',
  summary: 'List jobs',
  method: 'GET',
  path: '/admin/jobs/',
  permission: 'platform:manage',
  query: pageQuery(['-createdAt']).extend({
    id: onlyIds,
    queue: list(z.string().max(100)),
    state: list(z.enum(jobStates)),
  }),
  response: page(job),
})

const jobParams = z.object({ id })

/** Tries a failed or cancelled job again now. CONFLICT for one in another state. */
export const retryJob = endpoint({
  name: 'retryJob',
  tag: 'Admin',
  summary: 'Try a failed job again',
  method: 'POST',
  path: '/admin/jobs/{id}/retry/',
  permission: 'platform:manage',
  params: jobParams,
  response: job,
  errors: ['CONFLICT'],
})

/** Calls off a job that waits; one that runs already is left to end. CONFLICT for one in another state. */
export const cancelJob = endpoint({
  name: 'cancelJob',
  tag: 'Admin',
  summary: 'Cancel a waiting job',
  method: 'POST',
  path: '/admin/jobs/{id}/cancel/',
  permission: 'platform:manage',
  params: jobParams,
  response: job,
  errors: ['CONFLICT'],
})
