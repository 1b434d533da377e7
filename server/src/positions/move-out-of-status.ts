import { type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import { generateNKeysBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import { recordActivity } from '../activity-logs/record-activity.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Actor } from '../session/actor.ts'

interface Column {
  id: string
  position_id: string
  type: string
  sla_days: number | null
}

/** Locks everyone in the column by id, as all do, and answers them in the column's order. */
async function lockColumn(
  tx: Database,
  workspaceId: string,
  statusId: string,
): Promise<{ id: string; rank: string }[]> {
  const inColumn = tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', statusId)
    .where('deleted_at', 'is', null)
    .select('id')
  await inColumn.orderBy('id').forUpdate().execute()
  return inColumn.select('rank').orderBy('rank').execute()
}

async function lastRank(tx: Database, workspaceId: string, statusId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', statusId)
    .where('deleted_at', 'is', null)
    .orderBy('rank', 'desc')
    .limit(1)
    .select('rank')
    .executeTakeFirst()
  return row?.rank ?? null
}

/**
 * Puts everyone of a status below those of another, in the same order, with a log each; answers who moved. Both are
 * of one kind (open, hired or closed), so no disposition begins or ends. The caller holds both statuses' locks.
 */
export async function moveOutOfStatus(
  tx: Database,
  actor: Actor,
  from: Column,
  to: Column,
): Promise<string[]> {
  const { workspaceId } = actor
  const column = await lockColumn(tx, workspaceId, from.id)
  const ids = column.map(({ id }) => id)
  const ranks = generateNKeysBetween(await lastRank(tx, workspaceId, to.id), null, ids.length)
  await sql`
    update applications as a set
      status_id = ${to.id},
      status_type = ${to.type},
      rank = place.rank,
      entered_status_at = now(),
      due_at = case when a.closed_at is null then now() + make_interval(secs => ${to.sla_days}::float8 * 86400) end,
      reached = greatest(a.reached, ${to.type === 'closed' ? 0 : statusTypeRank(to.type as StatusType)}::smallint),
      last_activity_at = now(),
      updated_at = now(),
      version = a.version + 1
    from unnest(${ids}::uuid[], ${ranks}::text[]) as place (id, rank)
    where a.workspace_id = ${workspaceId} and a.id = place.id
  `.execute(tx)
  const batchId = newId()
  await recordActivity(
    tx,
    column.map(({ id, rank }) => ({
      workspaceId,
      applicationId: id,
      positionId: from.position_id,
      kind: 'moved',
      userId: actor.userId,
      fromStatusId: from.id,
      fromRank: rank,
      toStatusId: to.id,
      fromType: from.type as StatusType,
      toType: to.type as StatusType,
      cause: 'status_deleted',
      batchId,
    })),
  )
  return ids
}

/** Deleted applications come back, if they are restored, in a status that is still there. */
export async function moveDeletedOutOfStatus(
  tx: Database,
  workspaceId: string,
  from: Column,
  to: Column,
): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ status_id: to.id, status_type: to.type })
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', from.id)
    .where('deleted_at', 'is not', null)
    .execute()
}
