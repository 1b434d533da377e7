import { sql } from 'kysely'
import { firstLanguage, inLanguage, t } from '#texts'
import { selectVisible } from '../applications/present-application.ts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { notificationLetter } from '../mail/notification-letter.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { formatNumber } from '../texts/format.ts'
import { findReaders, type Reader } from './find-readers.ts'

/** Reminders are mailed at these hours by the clocks of the workspace; what falls due at night waits. */
const opensAt = 8
const closesAt = 21

type Mailing = Pick<Services, 'db' | 'config' | 'jobs'>

interface Wanted {
  workspace_id: string
  user_id: string
}

const momentOf = (now: string | null) => sql`coalesce(${now}::timestamptz, now())`

/** At most one email an hour, put together from all that is due by then. */
function mayBeSent(now: string | null) {
  return sql<boolean>`(
    r.wanted_since is not null
    and (r.sent_at is null or r.sent_at <= ${momentOf(now)} - interval '1 hour')
    and w.suspended_at is null
    and extract(hour from ${momentOf(now)} at time zone w.timezone) >= ${sql.lit(opensAt)}
    and extract(hour from ${momentOf(now)} at time zone w.timezone) < ${sql.lit(closesAt)}
  )`
}

async function dueNow(tx: Database, reader: Reader, column: 'callback_at' | 'due_at', now: string | null) {
  const rows = await selectVisible(tx, reader)
    .innerJoin('candidates as c', (join) =>
      join
        .onRef('c.workspace_id', '=', 'applications.workspace_id')
        .onRef('c.id', '=', 'applications.candidate_id'),
    )
    .where('applications.owner_id', '=', reader.userId)
    .where('applications.deleted_at', 'is', null)
    .where('applications.closed_at', 'is', null)
    .where(sql<boolean>`${sql.ref(`applications.${column}`)} <= ${momentOf(now)}`)
    .$if(column === 'callback_at', (query) => query.where('c.do_not_call', '=', false))
    .select('applications.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What is due for somebody, without anything of a candidate, and where it is listed; null for nothing. */
function word(callbacks: readonly string[], overdue: readonly string[]) {
  const sentences: string[] = []
  if (callbacks.length > 0) {
    const number = formatNumber(callbacks.length)
    sentences.push(callbacks.length === 1 ? t`A callback is due.` : t`${number} callbacks are due.`)
  }
  if (overdue.length > 0) {
    const number = formatNumber(overdue.length)
    sentences.push(
      overdue.length === 1 ? t`An application is overdue.` : t`${number} applications are overdue.`,
    )
  }
  const all = new Set([...callbacks, ...overdue])
  const [only] = all
  if (!only) return null
  const narrowed = overdue.length === 0 ? '&callbackDue=true' : callbacks.length === 0 ? '&late=true' : ''
  const path = all.size === 1 ? `/applications/${only}` : `/applications?ownerId=me${narrowed}`
  return { headline: sentences.join(' '), path }
}

/** Sends one person one email of all that is due, if it is still wanted; another worker may have been faster. */
async function mailReader(tx: Database, services: Mailing, place: Wanted, now: string | null): Promise<void> {
  const { workspace_id: workspaceId, user_id: userId } = place
  const { rows } = await sql`
    select from reminder_mails r join workspaces w on w.id = r.workspace_id
    where r.workspace_id = ${workspaceId} and r.user_id = ${userId} and ${mayBeSent(now)}
    for update of r skip locked
  `.execute(tx)
  if (rows.length === 0) return
  const dueFor = async (kind: 'callback_due' | 'overdue') => {
    const reader = (await findReaders(tx, kind, workspaceId, [userId])).get(userId)
    const column = kind === 'callback_due' ? 'callback_at' : 'due_at'
    const wanted = reader?.wantsMail && reader.hasLogin
    return { reader, due: wanted ? await dueNow(tx, reader, column, now) : [] }
  }
  const callbacks = await dueFor('callback_due')
  const overdue = await dueFor('overdue')
  const reader = callbacks.reader ?? overdue.reader
  const letter =
    reader &&
    inLanguage(firstLanguage(reader.language), () => {
      const worded = word(callbacks.due, overdue.due)
      const { publicUrl } = services.config
      return worded && notificationLetter({ name: reader.name, publicUrl, ...worded })
    })
  await sql`
    update reminder_mails set wanted_since = null, sent_at = case when ${Boolean(letter)} then ${momentOf(now)} else sent_at end
    where workspace_id = ${workspaceId} and user_id = ${userId}
  `.execute(tx)
  if (letter) await queueMail(tx, services, workspaceId, { to: reader.email, ...letter })
}

/** Mails the reminders of those who chose to be mailed, several in one email. */
export async function mailReminders(services: Mailing, now: string | null): Promise<void> {
  const { rows } = await sql<Wanted>`
    select r.workspace_id, r.user_id from reminder_mails r join workspaces w on w.id = r.workspace_id
    where ${mayBeSent(now)}
    order by r.workspace_id, r.user_id
  `.execute(services.db)
  for (const place of rows) await writeTransaction(services.db, (tx) => mailReader(tx, services, place, now))
}
