import {
  type ChosenNotification,
  defaultNotificationChoice,
  type notificationKinds,
} from '@muster/contract/notifications.ts'
import { sql } from 'kysely'
import { firstLanguage, inLanguage } from '#texts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { announce } from '../live/announce.ts'
import { reserveNotification } from '../mail/mail-limits.ts'
import { notificationEmail } from '../mail/notification-email.ts'
import { type Mailing, queueMail } from '../mail/queue-mail.ts'
import { selectRecipients } from './select-recipients.ts'

interface Notification {
  workspaceId: string
  userIds: readonly string[]
  /** The user who caused it, if any. */
  actorId: string | null
  /** Runs in each recipient's language. */
  text: () => string
  applicationId?: string | null
  importId?: string | null
}

/** The email's headline: a sentence without personal data of candidates, as it leaves the installation. */
interface NotificationMail {
  headline: () => string
  /** Path of the page, below `publicUrl`. */
  path: string
}

/** Inserts a notification for each user, in their language, and announces it to their browsers. */
async function insertNotifications(
  tx: Database,
  kind: (typeof notificationKinds)[number],
  notification: Notification,
  people: readonly { id: string; language: string | null }[],
): Promise<void> {
  if (people.length === 0) return
  const { workspaceId, text, actorId, applicationId, importId } = notification
  await tx
    .insertInto('notifications')
    .values(
      people.map(({ id, language }) => ({
        workspace_id: workspaceId,
        id: newId(),
        user_id: id,
        kind,
        text: sql<string>`left(${inLanguage(firstLanguage(language), text)}, 700)`,
        application_id: applicationId ?? null,
        import_id: importId ?? null,
      })),
    )
    .execute()
  for (const { id } of people) await announce(tx, workspaceId, { kind: 'notified', userId: id, actorId })
}

/** Notifies users of what they cannot switch off: changes to their own sign-in, and their due work. */
export async function notifyAlways(
  tx: Database,
  kind: 'impersonated' | 'security' | 'callback_due' | 'overdue',
  notification: Notification,
): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .where('workspace_id', '=', notification.workspaceId)
    .where(sql<boolean>`id = any(${notification.userIds}::uuid[])`)
    .select(['id', 'language'])
    .execute()
  await insertNotifications(tx, kind, notification, people)
}

/**
 * Notifies users as each has chosen: in the app, by email, both, or not at all. Notifications beyond the limit of emails
 * are in the app.
 */
export async function notify(
  tx: Database,
  services: Mailing,
  kind: ChosenNotification,
  { headline, path, ...notification }: Notification & NotificationMail,
): Promise<void> {
  if (notification.userIds.length === 0) return
  // In one order, so that two transactions that count the same users cannot deadlock.
  const people = await selectRecipients(tx, kind, notification).orderBy('users.id').execute()
  const inApp: typeof people = []
  const byEmail: typeof people = []
  for (const person of people) {
    const wantsEmail = (person.mail ?? defaultNotificationChoice.mail) && person.has_login
    const isMailed = wantsEmail && (await reserveNotification(tx, person.id))
    if (isMailed) byEmail.push(person)
    if ((person.in_app ?? defaultNotificationChoice.inApp) || (wantsEmail && !isMailed)) inApp.push(person)
  }
  await insertNotifications(tx, kind, notification, inApp)
  for (const { id, name, email, language } of byEmail) {
    const message = inLanguage(firstLanguage(language), () =>
      notificationEmail({ name, headline: headline(), path, publicUrl: services.config.publicUrl }),
    )
    await queueMail(tx, services, notification.workspaceId, { to: email, userId: id, ...message })
  }
}
