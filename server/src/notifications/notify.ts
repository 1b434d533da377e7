import {
  type ChosenNotification,
  type notificationKinds,
  usualChoice,
} from '@muster/contract/notifications.ts'
import { sql } from 'kysely'
import { firstLanguage, inLanguage } from '#texts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { announce } from '../live/announce.ts'
import { notificationLetter } from '../mail/notification-letter.ts'
import { type Mailing, queueMail } from '../mail/queue-mail.ts'

interface Told {
  workspaceId: string
  userIds: readonly string[]
  /** Who caused it; null when nobody did. */
  actorId: string | null
  /** Said in the language of each reader. */
  say: () => string
  applicationId?: string | null
  importId?: string | null
}

/** What a letter says of it: a sentence without anything of a candidate, as it leaves the house. */
interface Mailed {
  headline: () => string
  /** Where it leads, below the address of the installation. */
  path: string
}

/** Writes a notification for each of them, in their language, and tells their browsers. */
async function write(
  tx: Database,
  kind: (typeof notificationKinds)[number],
  told: Told,
  people: readonly { id: string; language: string | null }[],
): Promise<void> {
  if (people.length === 0) return
  const { workspaceId, say, actorId, applicationId, importId } = told
  await tx
    .insertInto('notifications')
    .values(
      people.map(({ id, language }) => ({
        workspace_id: workspaceId,
        id: newId(),
        user_id: id,
        kind,
        text: sql<string>`left(${inLanguage(firstLanguage(language), say)}, 700)`,
        application_id: applicationId ?? null,
        import_id: importId ?? null,
      })),
    )
    .execute()
  for (const { id } of people) await announce(tx, workspaceId, { kind: 'notified', userId: id, actorId })
}

/** Notifies people of what they cannot choose not to hear: their own sign-in, and work of theirs that is due. */
export async function notifyAlways(
  tx: Database,
  kind: 'impersonated' | 'security' | 'callback_due' | 'overdue',
  told: Told,
): Promise<void> {
  const people = await tx
    .selectFrom('users')
    .where('workspace_id', '=', told.workspaceId)
    .where(sql<boolean>`id = any(${told.userIds}::uuid[])`)
    .select(['id', 'language'])
    .execute()
  await write(tx, kind, told, people)
}

/** Tells people of something the way each of them has chosen: here, by mail, both, or not at all. */
export async function notify(
  tx: Database,
  services: Mailing,
  kind: ChosenNotification,
  { headline, path, ...told }: Told & Mailed,
): Promise<void> {
  if (told.userIds.length === 0) return
  const people = await tx
    .selectFrom('users')
    .leftJoin('notification_choices as choice', (join) =>
      join
        .onRef('choice.workspace_id', '=', 'users.workspace_id')
        .onRef('choice.user_id', '=', 'users.id')
        .on('choice.kind', '=', kind),
    )
    .where('users.workspace_id', '=', told.workspaceId)
    .where(sql<boolean>`users.id = any(${told.userIds}::uuid[])`)
    .select(['users.id', 'users.name', 'users.email', 'users.language', 'choice.in_app', 'choice.mail'])
    // Nothing is mailed to an address that may be somebody else's.
    .select(
      sql<boolean>`exists (select from logins l where l.email = users.email
        and l.workspace_id = users.workspace_id and l.user_id = users.id)`.as('has_login'),
    )
    .execute()
  await write(
    tx,
    kind,
    told,
    people.filter(({ in_app: inApp }) => inApp ?? usualChoice.inApp),
  )
  for (const { name, email, language, mail, has_login: hasLogin } of people) {
    if (!(mail ?? usualChoice.mail) || !hasLogin) continue
    const letter = inLanguage(firstLanguage(language), () =>
      notificationLetter({ name, headline: headline(), path, publicUrl: services.config.publicUrl }),
    )
    await queueMail(tx, services, told.workspaceId, { to: email, ...letter })
  }
}
