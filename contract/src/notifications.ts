import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'

export const notification = z.object({
  id,
  kind: z.enum(['mention', 'import_finished', 'assigned']),
  text: z.string(),
  applicationId: id.nullable(),
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
  query: pageQuery(['-at']),
  response: page(notification).extend({ unread: z.int() }),
})

/** Marks the ones named, or all, as read. */
export const readNotifications = endpoint({
  name: 'readNotifications',
  tag: 'Notifications',
  summary: 'Mark notifications as read',
  method: 'POST',
  path: '/notifications/read/',
  permission: 'signed-in',
  body: z.object({ ids: z.array(id).max(500).optional() }).optional(),
  status: 204,
})
