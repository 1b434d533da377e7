import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { writeTransaction } from '../database/transaction.ts'
import { notifyAlways } from '../notifications/notify.ts'
import type { Services } from '../services.ts'
import { formatMoment, formatNumber } from '../texts/format.ts'
import { batchSize, claimReminders, type Reminder, type ReminderKind } from './claim-reminders.ts'
import { findReaders, type Reader, visibleTo } from './find-readers.ts'
import { mailReminders } from './mail-reminders.ts'

/** More reminders than this for one user become one notification that links to their list. */
const maxSeparate = 5

async function notifyReader(
  tx: Database,
  kind: ReminderKind,
  reader: Reader,
  reminders: readonly Reminder[],
): Promise<void> {
  const recipient = { workspaceId: reader.workspaceId, userIds: [reader.userId], actorId: null }
  const [first] = reminders
  if (first && reminders.length > maxSeparate) {
    const { candidateName: name } = first
    const text = () => {
      const number = formatNumber(reminders.length - 1)
      return t`${name} and ${number} more`
    }
    await notifyAlways(tx, kind, { ...recipient, text })
    return
  }
  for (const { applicationId, candidateName, positionName, at, timezone } of reminders)
    await notifyAlways(tx, kind, {
      ...recipient,
      applicationId,
      text: () => `${candidateName} · ${positionName} · ${formatMoment(at, timezone)}`,
    })
}

async function queueReminderMail(tx: Database, { workspaceId, userId }: Reader): Promise<void> {
  await tx
    .insertInto('reminder_mails')
    .values({ workspace_id: workspaceId, user_id: userId, wanted_since: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id'])
        .doUpdateSet({ wanted_since: sql`coalesce(reminder_mails.wanted_since, now())` }),
    )
    .execute()
}

/** Reminds the owners of one batch about applications they still see. Returns the number of claimed applications. */
async function remindBatch(tx: Database, kind: ReminderKind, now: string | null): Promise<number> {
  const { claimed, reminders } = await claimReminders(tx, kind, now)
  for (const [workspaceId, ofWorkspace] of Map.groupBy(reminders, (one) => one.workspaceId)) {
    const byOwner = Map.groupBy(ofWorkspace, (one) => one.ownerId)
    const readers = await findReaders(tx, kind, workspaceId, [...byOwner.keys()])
    // All workers use the same order, to avoid deadlocks.
    for (const ownerId of [...byOwner.keys()].sort()) {
      const reader = readers.get(ownerId)
      if (!reader) continue
      const own = byOwner.get(ownerId)!
      const visible = await visibleTo(
        tx,
        reader,
        own.map(({ applicationId }) => applicationId),
      )
      const seen = own.filter(({ applicationId }) => visible.has(applicationId))
      await notifyReader(tx, kind, reader, seen)
      if (seen.length > 0 && reader.wantsMail && reader.hasLogin) await queueReminderMail(tx, reader)
    }
  }
  return claimed
}

/**
 * Reminds owners of due callbacks and overdue applications, once each, however many nodes run this and however often.
 * `now` defaults to the database's clock.
 */
export async function sendReminders(
  services: Pick<Services, 'db' | 'config' | 'jobs'>,
  now: string | null = null,
): Promise<void> {
  for (const kind of ['callback_due', 'overdue'] as const) {
    let claimed: number
    do {
      claimed = await writeTransaction(services.db, (tx) => remindBatch(tx, kind, now))
    } while (claimed === batchSize)
  }
  await mailReminders(services, now)
}
