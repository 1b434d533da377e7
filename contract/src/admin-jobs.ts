import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, list, onlyIds, timestamp } from './fields.ts'
import { computedPage, computedPageQuery, total } from './paging.ts'

/** Every background job. */
export type JobName =
  | 'run-import'
  | 'undo-import'
  | 'erase-undone-imports'
  | 'send-mail'
  | 'mail-password-link'
  | 'mail-email-claim'
  | 'deliver-webhooks'
  | 'sweep-webhooks'
  | 'send-reminders'
  | 'send-due-reports'
  | 'send-report'
  | 'apply-retention'
  | 'run-billing-cycle'
  | 'sync-stripe'
  | 'reconcile-stripe'
  | 'remove-files'
  | 'clean-up'
  | 'update-report-totals'
  | 'write-sample-resumes'
  | 'change-custom-field'
  | 'build-sort-keys'

export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

export const listQueues = endpoint({
  name: 'listQueues',
  tag: 'Admin',
  summary: 'List job queues',
  description:
    'Returns each job queue: how many jobs wait, run and failed, and when the next scheduled one is due.',
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
  startAfter: timestamp.describe('When the next attempt starts, or the first may start'),
  startedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  error: z.string().nullable(),
  can: z.object({ retry: z.boolean(), cancel: z.boolean() }),
})

export const listJobs = endpoint({
  name: 'listJobs',
  tag: 'Admin',
  summary: 'List jobs',
  description: 'Returns jobs, newest first. Completed jobs are kept for a week.',
  method: 'GET',
  path: '/admin/jobs/',
  permission: 'platform:manage',
  query: computedPageQuery(['-createdAt']).extend({
    id: onlyIds,
    queue: list(z.string().max(100)),
    state: list(z.enum(jobStates)),
  }),
  response: computedPage(job),
})

const jobParams = z.object({ id })

export const retryJob = endpoint({
  name: 'retryJob',
  tag: 'Admin',
  summary: 'Retry a job',
  description:
    'Retries a failed or canceled job now. CONFLICT for a job in another state, and while another job of a queue that may have one is waiting.',
  method: 'POST',
  path: '/admin/jobs/{id}/retry/',
  permission: 'platform:manage',
  params: jobParams,
  response: job,
  errors: ['CONFLICT'],
})

export const cancelJob = endpoint({
  name: 'cancelJob',
  tag: 'Admin',
  summary: 'Cancel a waiting job',
  description:
    'Cancels a waiting job. A running job continues to its end. CONFLICT for a job in another state.',
  method: 'POST',
  path: '/admin/jobs/{id}/cancel/',
  permission: 'platform:manage',
  params: jobParams,
  response: job,
  errors: ['CONFLICT'],
})
