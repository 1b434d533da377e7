import { z } from 'zod'
import { activityLog } from './activity-logs.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, list, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'

/** `application`: on somebody's application; `account`: anything else, as the audit log has it. */
export const userActivityKinds = ['application', 'account'] as const

const userActivity = z.object({
  id,
  at: timestamp,
  kind: z.enum(userActivityKinds),
  /** Of the kind `application`. */
  log: activityLog.extend({ application: z.object({ id, candidateName: z.string() }) }).nullable(),
  /** Of the kind `account`. */
  event: z
    .object({
      /** `area.verb`, such as `user.role_changed`. */
      action: z.string(),
      subject: z.object({ kind: z.string(), id, name: z.string().nullable() }).nullable(),
      ip: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    })
    .nullable(),
})

const query = pageQuery(['-at']).extend({ kind: list(z.enum(userActivityKinds)) })

/**
 * What a colleague did, newest first: on applications the caller may see, and what the audit log has of them. Rows
 * that imports made are told by the import.
 */
export const listUserActivity = endpoint({
  name: 'listUserActivity',
  tag: 'Users',
  summary: 'List what a colleague did',
  method: 'GET',
  path: '/users/{id}/activity/',
  permission: 'users:manage',
  params: idParams,
  query,
  response: page(userActivity),
})

/** What the caller did, as `listUserActivity`. */
export const listOwnActivity = endpoint({
  name: 'listOwnActivity',
  tag: 'Users',
  summary: 'List what you did',
  method: 'GET',
  path: '/users/me/activity/',
  permission: 'signed-in',
  query,
  response: page(userActivity),
})
