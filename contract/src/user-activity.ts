import { z } from 'zod'
import { activityLog } from './activity-logs.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, list, timestamp } from './fields.ts'
import { computedPage, computedPageQuery } from './paging.ts'

/** `application`: on somebody's application; `account`: anything else, as the audit log has it. */
export const userActivityKinds = ['application', 'account'] as const

const userActivity = z.object({
  id,
  at: timestamp,
  kind: z.enum(userActivityKinds),
  log: activityLog
    .extend({ application: z.object({ id, candidateName: z.string() }) })
    .nullable()
    .describe('Of the kind `application`'),
  event: z
    .object({
      action: z.string().describe('`area.verb`, such as `user.role_changed`'),
      subject: z.object({ kind: z.string(), id, name: z.string().nullable() }).nullable(),
      ip: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    })
    .nullable()
    .describe('Of the kind `account`'),
})

const query = computedPageQuery(['-at']).extend({ kind: list(z.enum(userActivityKinds)) })

export const listUserActivity = endpoint({
  name: 'listUserActivity',
  tag: 'Users',
  summary: "List a user's activity",
  description:
    'Returns what a user did, newest first: on applications that the caller may see, and in the audit log. ' +
    'Rows that imports created are represented by the import.',
  method: 'GET',
  path: '/users/{id}/activity/',
  permission: 'users:manage',
  params: idParams,
  query,
  response: computedPage(userActivity),
})

export const listOwnActivity = endpoint({
  name: 'listOwnActivity',
  tag: 'Users',
  summary: 'List your activity',
  description: 'Returns what the caller did, like `listUserActivity`.',
  method: 'GET',
  path: '/users/me/activity/',
  permission: 'signed-in',
  query,
  response: computedPage(userActivity),
})
