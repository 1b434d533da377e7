import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'

export const notification = z.object({
  id,
  kind: z.enum([
    'mention',
    'import_finished',
    'assigned',
    'decided',
    'impersonated',
    'webhook_paused',
    'security',
  ]),
  text: z.string(),
  applicationId: id.nullable(),
  entryId: id.nullable().describe("The entry of the application's history that it is about"),
  importId: id.nullable(),
  at: timestamp,
  readAt: timestamp.nullable(),
})

/** One's own notifications, newest first. */
export const listNotifications = endpoint({
  name: 'listNotifications',
  tag: 'Notifications',
  summary: 'List your notifications',
  method: 'GET',
  path: '/notifications/',
  permission: 'signed-in',
  query: pageQuery(['-at']).extend({ unread: flag }),
  response: page(notification).extend({ unread: z.int() }),
})

/** Marks the ones named, or all, as read or as unread again. Answers which of them it changed, to take it back. */
export const readNotifications = endpoint({
  name: 'readNotifications',
  tag: 'Notifications',
  summary: 'Mark notifications as read or unread',
  method: 'POST',
  path: '/notifications/read/',
  permission: 'signed-in',
  body: z.object({ ids: z.array(id).max(10_000).optional(), read: z.boolean().default(true) }).optional(),
  response: z.object({ ids: z.array(id) }),
})
