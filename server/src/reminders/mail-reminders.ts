import { sql } from 'kysely'
import { firstLanguage, inLanguage, plural, t } from '#texts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { notificationEmail } from '../mail/notification-email.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Services } from '../services.ts'
import { momentOf, type ReminderKind, reminderColumns } from './claim-reminders.ts'
import { findReaders, type Reader } from './find-readers.ts'

/** Reminders are emailed between these hours of the workspace's time zone. Those due at night wait. */
const opensAt = 8
const closesAt = 21

type Mailing = Pick<Services, 'db' | 'config' | 'jobs'>

interface Wanted {
  workspace_id: string
  user_id: string
}

/** At most one email an hour, with everything due by then. */
function mayBeSent(now: string | null) {
  return sql<boolean>`(
    r.wanted_since is not null
    and (r.sent_at is null or r.sent_at <= ${momentOf(now)} - interval '1 hour')
    and w.suspended_at is null
    and extract(hour from ${momentOf(now)} at time zone w.timezone) >= ${sql.lit(opensAt)}
    and extract(hour from ${momentOf(now)} at time zone w.timezone) < ${sql.lit(closesAt)}
  )`
}

async function dueNow(tx: Database, reader: Reader, kind: ReminderKind, now: string | null) {
  const rows = await selectVisible(tx, reader)
    .innerJoin('candidates as c', (join) =>
      join
        .onRef('c.workspace_id', '=', 'applications.workspace_id')
        .onRef('c.id', '=', 'applications.candidate_id'),
    )
    .where('applications.owner_id', '=', reader.userId)
    .where('applications.deleted_at', 'is', null)
    .where('applications.closed_at', 'is', null)
    .where(sql<boolean>`${sql.ref(`applications.${reminderColumns[kind].at}`)} <= ${momentOf(now)}`)
    .$if(kind === 'callback_due', (query) => query.where('c.do_not_call', '=', false))
    .select('applications.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Words an email about everything due, without candidate data, and the path that lists it; null if nothing is due. */
function composeReminders(callbacks: readonly string[], overdue: readonly string[]) {
  const sentences: string[] = []
  if (callbacks.length > 0)
    sentences.push(
      t`${plural(callbacks.length, { one: 'A callback is due.', other: '# callbacks are due.' })}`,
    )
  if (overdue.length > 0)
    sentences.push(
      t`${plural(overdue.length, { one: 'An application is overdue.', other: '# applications are overdue.' })}`,
    )
  const all = new Set([...callbacks, ...overdue])
  const [only] = all
  if (!only) return null
  const narrowed = overdue.length === 0 ? '&callbackDue=true' : callbacks.length === 0 ? '&late=true' : ''
  const path = all.size === 1 ? `/applications/${only}` : `/applications?ownerId=me${narrowed}`
  return { headline: sentences.join(' '), path }
}

/** Sends a user one email about everything due, if they still want it. Another worker may have sent it first. */
async function mailReader(tx: Database, services: Mailing, place: Wanted, now: string | null): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId } = place
  const { rows } = await sql`
    select from reminder_mails r join workspaces w on w.id = r.workspace_id
    where r.workspace_id = ${workspaceId} and r.user_id = ${userId} and ${mayBeSent(now)}
    for update of r skip locked
  `.execute(tx)
  if (rows.length === 0) return
  const dueFor = async (kind: ReminderKind) => {
    const reader = (await findReaders(tx, kind, workspaceId, [userId])).get(userId)
    const wanted = reader?.wantsMail && reader.hasLogin
    return { reader, due: wanted ? await dueNow(tx, reader, kind, now) : [] }
  }
  const callbacks = await dueFor('callback_due')
  const overdue = await dueFor('overdue')
  const reader = callbacks.reader ?? overdue.reader
  const message =
    reader &&
    inLanguage(firstLanguage(reader.language), () => {
      const worded = composeReminders(callbacks.due, overdue.due)
      const { publicUrl } = services.config
      return worded && notificationEmail({ name: reader.name, publicUrl, ...worded })
    })
  await sql`
    update reminder_mails set wanted_since = null, sent_at = case when ${Boolean(message)} then ${momentOf(now)} else sent_at end
    where workspace_id = ${workspaceId} and user_id = ${userId}
  `.execute(tx)
  if (message) await queueMail(tx, services, workspaceId, { to: reader.email, userId, ...message })
}

/** Emails the reminders of users who chose email, several in one. */
export async function mailReminders(services: Mailing, now: string | null): Promise<void> {
  const { rows } = await sql<Wanted>`
    select r.workspace_id, r.user_id from reminder_mails r join workspaces w on w.id = r.workspace_id
    where ${mayBeSent(now)}
    order by r.workspace_id, r.user_id
  `.execute(services.db)
  for (const place of rows) await writeTransaction(services.db, (tx) => mailReader(tx, services, place, now))
}
