import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export type ReminderKind = 'callback_due' | 'overdue'

/** Anything that fell due longer ago, while no node ran or before it had an owner, gets no reminder. */
const lookbackDays = 3

export const batchSize = 500

export interface Reminder {
  workspaceId: string
  applicationId: string
  ownerId: string
  candidateName: string
  positionName: string
  timezone: string
  at: string
}

/** The column with the due time, and the one with the value that its owner was reminded of. */
export const reminderColumns = {
  callback_due: { at: 'callback_at', reminded: 'reminded_callback_at' },
  overdue: { at: 'due_at', reminded: 'reminded_due_at' },
} as const

/** Defaults to the database's clock. */
export const momentOf = (now: string | null) => sql`coalesce(${now}::timestamptz, now())`

/**
 * Selects applications whose callback or due date has passed and whose owner was not reminded of it, oldest first. A
 * partial index covers exactly these.
 */
export function findDue(kind: ReminderKind, now: string | null) {
  const at = sql.ref(`a.${reminderColumns[kind].at}`)
  const reminded = sql.ref(`a.${reminderColumns[kind].reminded}`)
  const moment = momentOf(now)
  return sql`
    select a.workspace_id, a.id from applications a
    where ${at} <= ${moment} and ${at} > ${moment} - make_interval(days => ${sql.lit(lookbackDays)})
      and a.owner_id is not null and a.closed_at is null and a.deleted_at is null
      and ${reminded} is distinct from ${at}
    order by ${at}, a.id
    limit ${sql.lit(batchSize)}
  `
}

/**
 * Marks the next batch as reminded and returns it, without do-not-call candidates. Rows locked by another worker or
 * writer are left to it or to the next run.
 */
export async function claimReminders(
  tx: Database,
  kind: ReminderKind,
  now: string | null,
): Promise<{ claimed: number; reminders: Reminder[] }> {
  const at = sql.ref(`a.${reminderColumns[kind].at}`)
  const { rows } = await sql<Reminder & { isSilent: boolean }>`
    with due as (${findDue(kind, now)} for update skip locked), claimed as (
      update applications a set ${sql.ref(reminderColumns[kind].reminded)} = ${at}
      from due where a.workspace_id = due.workspace_id and a.id = due.id
      returning a.workspace_id, a.id, a.owner_id, a.candidate_id, a.position_id, a.candidate_name, ${at} as at
    )
    select claimed.workspace_id as "workspaceId", claimed.id as "applicationId", claimed.owner_id as "ownerId",
      claimed.candidate_name as "candidateName", p.name as "positionName", w.timezone, claimed.at,
      w.suspended_at is not null or (${kind === 'callback_due'} and c.do_not_call) as "isSilent"
    from claimed
    join candidates c on c.workspace_id = claimed.workspace_id and c.id = claimed.candidate_id
    join positions p on p.workspace_id = claimed.workspace_id and p.id = claimed.position_id
    join workspaces w on w.id = claimed.workspace_id
    order by claimed.at, claimed.id
  `.execute(tx)
  return { claimed: rows.length, reminders: rows.filter(({ isSilent }) => !isSilent) }
}
