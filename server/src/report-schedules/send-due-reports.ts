import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'
import { lastOccurrence, nextOccurrence, type Timing } from './next-occurrence.ts'

type Sending = Pick<Services, 'db' | 'jobs'>

interface DueSchedule extends Timing {
  workspace_id: string
  id: string
  report_id: string
  user_id: string
  next_at: string
  is_sendable: boolean
}

/** Returns one due schedule that no other worker has, locked. */
async function lockDue(tx: Database, now: string | null): Promise<DueSchedule | undefined> {
  const { rows } = await sql<DueSchedule>`
    select s.workspace_id, s.id, s.report_id, s.user_id, s.next_at, s.frequency, s.weekdays, s.month_day, s.hour, s.timezone,
      r.deleted_at is null and w.suspended_at is null as is_sendable
    from report_schedules s
    join saved_reports r on r.workspace_id = s.workspace_id and r.id = s.report_id
    join workspaces w on w.id = s.workspace_id
    where s.next_at <= coalesce(${now}::timestamptz, now()) and not s.is_paused
    order by s.next_at limit 1
    for update of s skip locked
  `.execute(tx)
  return rows[0]
}

/** Adds a sending with a pending delivery to each recipient, and the job that makes them. An occurrence is sent once. */
async function addSending(tx: Database, { jobs }: Sending, schedule: DueSchedule, dueAt: string) {
  const { workspace_id: workspaceId, id: scheduleId } = schedule
  const sendingId = newId()
  const { rows } = await sql`
    insert into report_sendings (workspace_id, id, report_id, schedule_id, user_id, due_at)
    values (${workspaceId}, ${sendingId}, ${schedule.report_id}, ${scheduleId}, ${schedule.user_id}, ${dueAt})
    on conflict (workspace_id, schedule_id, due_at) do nothing returning id
  `.execute(tx)
  if (rows.length === 0) return
  await sql`
    insert into report_deliveries (workspace_id, sending_id, user_id)
    select workspace_id, ${sendingId}, user_id from report_recipients
    where workspace_id = ${workspaceId} and schedule_id = ${scheduleId} and removed_at is null
  `.execute(tx)
  await jobs.send(tx, 'send-report', { workspaceId, sendingId })
}

async function claimDue(tx: Database, services: Sending, now: string | null): Promise<boolean> {
  const schedule = await lockDue(tx, now)
  if (!schedule) return false
  if (schedule.is_sendable) {
    const dueAt = await lastOccurrence(tx, schedule, { dueAt: schedule.next_at, until: now })
    await addSending(tx, services, schedule, dueAt)
  }
  await tx
    .updateTable('report_schedules')
    .set({ next_at: await nextOccurrence(tx, schedule, now) })
    .where('workspace_id', '=', schedule.workspace_id)
    .where('id', '=', schedule.id)
    .execute()
  return true
}

/**
 * Queues the reports that are due, once each, however many nodes run this and however often. `now` defaults to the
 * database's clock.
 */
export async function sendDueReports(services: Sending, now: string | null = null): Promise<void> {
  while (await writeTransaction(services.db, (tx) => claimDue(tx, services, now)));
}
