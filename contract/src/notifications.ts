import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, list, timestamp } from './fields.ts'
import { page, pageQuery } from './paging.ts'
import type { Permission } from './permissions.ts'

/** The notifications that users can choose, in the order shown. */
export const chosenNotifications = [
  'mention',
  'assigned',
  'submitted',
  'decided',
  'asked',
  'answered',
  'callback_due',
  'overdue',
  'import_finished',
  'webhook_paused',
] as const

export type ChosenNotification = (typeof chosenNotifications)[number]

/** The permission without which a user never gets such a notification and is not offered the choice. */
export const notificationNeeds = {
  mention: 'applications:read',
  assigned: 'applications:comment',
  submitted: 'submissions:decide',
  decided: 'applications:comment',
  asked: 'applications:comment',
  answered: 'submissions:decide',
  callback_due: 'applications:comment',
  overdue: 'applications:comment',
  import_finished: 'applications:import',
  webhook_paused: 'integrations:manage',
} satisfies Record<ChosenNotification, Permission>

/** Reminders of due work: always shown in the app, for staff only. Only the email is a choice. */
export const reminderNotifications: readonly ChosenNotification[] = ['callback_due', 'overdue']

/** The default: everything in the app, nothing by email. */
export const defaultNotificationChoice = { inApp: true, mail: false }

export const notificationKinds = [...chosenNotifications, 'impersonated', 'security'] as const

export const notification = z.object({
  id,
  kind: z.enum(notificationKinds),
  text: z.string(),
  applicationId: id.nullable(),
  entryId: id.nullable().describe("The entry of the application's history that it is about"),
  importId: id.nullable(),
  at: timestamp,
  updatedAt: timestamp,
  readAt: timestamp.nullable(),
})

export const listNotifications = endpoint({
  name: 'listNotifications',
  tag: 'Notifications',
  summary: 'List your notifications',
  description: "Returns the caller's notifications, newest first.",
  method: 'GET',
  path: '/notifications/',
  permission: 'signed-in',
  query: pageQuery(['-at']).extend({ unread: flag, kind: list(z.enum(notificationKinds)) }),
  response: page(notification).extend({ unread: z.int() }),
})

export const readNotifications = endpoint({
  name: 'readNotifications',
  tag: 'Notifications',
  summary: 'Mark notifications as read or unread',
  description:
    'Marks the given notifications, or all, as read or unread. Returns those that changed, for an undo.',
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

export const listNotificationChoices = endpoint({
  name: 'listNotificationChoices',
  tag: 'Notifications',
  summary: 'Get your notification settings',
  description:
    "Returns how the caller is notified, for each kind that their permissions allow. Notices about one's own " +
    'sign-in are always sent both ways, and those about impersonation always in the app.',
  method: 'GET',
  path: '/notifications/choices/',
  permission: 'signed-in',
  response: z.object({ items: z.array(notificationChoice) }),
})

export const setNotificationChoice = endpoint({
  name: 'setNotificationChoice',
  tag: 'Notifications',
  summary: 'Change a notification setting',
  description:
    'Sets how the caller is notified of one kind, from the next event on. Reminders (`callback_due`, ' +
    '`overdue`) always appear in the app: `inApp: false` is a VALIDATION. Their emails are combined, at most ' +
    "one an hour, from 8:00 to 21:00 in the workspace's timezone.",
  method: 'PUT',
  path: '/notifications/choices/{kind}/',
  permission: 'signed-in',
  params: z.object({ kind: z.enum(chosenNotifications) }),
  body: z.object(channels),
  response: notificationChoice,
})
