import type { reportSchedule } from '@muster/contract/report-schedules.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { assertManagesSchedules, managesSchedules } from '../policies/report-schedule-policy.ts'
import type { Actor } from '../session/actor.ts'
import { loadUserActors } from '../session/load-user-actors.ts'
import { readAddress } from './read-address.ts'
import { recipientStateOf } from './recipients.ts'

type ReportSchedule = z.input<typeof reportSchedule>

interface Sought {
  id?: string
  reportId?: string | undefined
  /** Also those of other users, for those who may manage them. */
  all?: boolean | undefined
}

/**
 * Returns the actor's own schedules of reports that are not deleted, by the name of the report.
 * @throws FORBIDDEN for those of other users without the permission
 */
export async function findSchedules(
  db: Database,
  actor: Actor,
  { id, reportId, all }: Sought = {},
): Promise<ReportSchedule[]> {
  if (all) assertManagesSchedules(actor)
  const rows = await db
    .selectFrom('report_schedules as s')
    .innerJoin('saved_reports as r', (join) =>
      join.onRef('r.workspace_id', '=', 's.workspace_id').onRef('r.id', '=', 's.report_id'),
    )
    .innerJoin('users as owner', (join) =>
      join.onRef('owner.workspace_id', '=', 's.workspace_id').onRef('owner.id', '=', 's.user_id'),
    )
    .where('s.workspace_id', '=', actor.workspaceId)
    .$if(!all, (query) => query.where('s.user_id', '=', actor.userId))
    .where('r.deleted_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('s.id', '=', id!))
    .$if(reportId !== undefined, (query) => query.where('s.report_id', '=', reportId!))
    .selectAll('s')
    .select(['r.name as report_name', 'r.query', 'owner.name as owner_name'])
    .orderBy(sql`lower(r.name)`)
    .orderBy('s.id')
    .execute()
  const recipients = await db
    .selectFrom('report_recipients as p')
    .innerJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'p.workspace_id').onRef('u.id', '=', 'p.user_id'),
    )
    .where('p.workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`p.schedule_id = any(${rows.map((row) => row.id)}::uuid[])`)
    .where('p.removed_at', 'is', null)
    .select(['p.schedule_id', 'p.user_id', 'p.unsubscribed_at', 'u.name'])
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.id')
    .execute()
  const actors = await loadUserActors(
    db,
    actor.workspaceId,
    recipients.map((recipient) => recipient.user_id),
  )
  const bySchedule = Map.groupBy(recipients, (recipient) => recipient.schedule_id)
  return rows.map((row) => {
    const address = readAddress(row.query as Record<string, string>)
    return {
      id: row.id,
      report: { id: row.report_id, name: row.report_name },
      owner: { id: row.user_id, name: row.owner_name },
      frequency: row.frequency as ReportSchedule['frequency'],
      weekdays: row.weekdays,
      monthDay: row.month_day,
      hour: row.hour,
      timezone: row.timezone,
      withPdf: row.with_pdf,
      withRows: row.with_rows,
      isPaused: row.is_paused,
      nextAt: row.next_at,
      recipients: (bySchedule.get(row.id) ?? []).map((recipient) => ({
        user: { id: recipient.user_id, name: recipient.name },
        state: recipientStateOf(actors.get(recipient.user_id), address, recipient),
        unsubscribedAt: recipient.unsubscribed_at,
      })),
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      can: { edit: row.user_id === actor.userId },
    }
  })
}

/** @throws NOT_FOUND also for a schedule of another user whom the actor does not manage */
export async function loadSchedule(db: Database, actor: Actor, id: string): Promise<ReportSchedule> {
  const [schedule] = await findSchedules(db, actor, { id, all: managesSchedules(actor) })
  if (!schedule) throw notFound(t`Schedule`)
  return schedule
}
