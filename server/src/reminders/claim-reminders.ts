import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export type ReminderKind = 'callback_due' | 'overdue'

/** What fell due longer ago, while no node ran or before the owner was set, is not reminded of any more. */
const lookbackDays = 3

export const batchSize = 500

export interface Reminder {
  workspaceId: string
  applicationId: string
  ownerId: string
  candidateName: string
  positionName: string
  timezone: string
  /** When it fell due. */
  at: string
}

const columns = {
  callback_due: { at: 'callback_at', reminded: 'reminded_callback_at' },
  overdue: { at: 'due_at', reminded: 'reminded_due_at' },
} as const

/**
 * Finds the applications whose callback or due date has passed and whose owner was not reminded of it yet: an index of
 * those alone, the oldest first. `now` is the database's clock unless given.
 */
export function findDue(kind: ReminderKind, now: string | null) {
  const at = sql.ref(`a.${columns[kind].at}`)
  const reminded = sql.ref(`a.${columns[kind].reminded}`)
  const moment = sql`coalesce(${now}::timestamptz, now())`
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
 * Marks the next due ones as reminded and returns them, less those nobody is to be called about. Rows that another
 * worker claims, or somebody changes, at this moment are left to it or to the next run.
 */
export async function claimReminders(
  tx: Database,
  kind: ReminderKind,
  now: string | null,
): Promise<{ claimed: number; reminders: Reminder[] }> {
  const at = sql.ref(`a.${columns[kind].at}`)
  const { rows } = await sql<Reminder & { isSilent: boolean }>`
    with due as (${findDue(kind, now)} for update skip locked), claimed as (
      update applications a set ${sql.ref(columns[kind].reminded)} = ${at}
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
