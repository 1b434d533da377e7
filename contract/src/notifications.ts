import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'
import type { Permission } from './permissions.ts'

/** What people may choose to hear of or not, in the order it is offered. */
export const chosenNotifications = [
  'mention',
  'assigned',
  'decided',
  'callback_due',
  'overdue',
  'import_finished',
  'webhook_paused',
] as const

export type ChosenNotification = (typeof chosenNotifications)[number]

/** Without it a person never hears of such a thing, and is not asked. */
export const notificationNeeds = {
  mention: 'applications:read',
  assigned: 'applications:comment',
  decided: 'applications:comment',
  callback_due: 'applications:comment',
  overdue: 'applications:comment',
  import_finished: 'applications:import',
  webhook_paused: 'integrations:manage',
} satisfies Record<ChosenNotification, Permission>

/** Reminders of work that is due: always shown in Muster, for staff only. Only the email is a choice. */
export const reminderNotifications: readonly ChosenNotification[] = ['callback_due', 'overdue']

/** Who has chosen nothing sees everything here, and is mailed nothing. */
export const usualChoice = { inApp: true, mail: false }

export const notificationKinds = [...chosenNotifications, 'impersonated', 'security'] as const

export const notification = z.object({
  id,
  kind: z.enum(notificationKinds),
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

const channels = {
  inApp: z.boolean().describe('Among the notifications, as `GET /notifications/` lists them'),
  mail: z
    .boolean()
    .describe('To the address one signs in with; it leads there and tells nothing of candidates'),
}

export const notificationChoice = z.object({ kind: z.enum(chosenNotifications), ...channels })

/**
 * How one wants to hear of what happens, for each kind one's rights let come. What concerns one's own sign-in is always
 * told, both ways, and who looks at the product through one's eyes always here.
 */
export const listNotificationChoices = endpoint({
  name: 'listNotificationChoices',
  tag: 'Notifications',
  summary: 'How you want to be notified',
  method: 'GET',
  path: '/notifications/choices/',
  permission: 'signed-in',
  response: z.object({ items: z.array(notificationChoice) }),
})

/**
 * Chooses for one kind. It holds from the next thing that happens. Reminders (`callback_due`, `overdue`) stay in Muster:
 * `inApp: false` is a VALIDATION there. Their emails are put together, at most one an hour, from 8:00 to 21:00 in the
 * workspace's timezone.
 */
export const setNotificationChoice = endpoint({
  name: 'setNotificationChoice',
  tag: 'Notifications',
  summary: 'Choose how to be notified',
  method: 'PUT',
  path: '/notifications/choices/{kind}/',
  permission: 'signed-in',
  params: z.object({ kind: z.enum(chosenNotifications) }),
  body: z.object(channels),
  response: notificationChoice,
})
