import { type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import { generateNKeysBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { recomputeFromHistory } from '../applications/undo-changes.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Actor } from '../session/actor.ts'

interface Column {
  id: string
  position_id: string
  type: string
  sla_days: number | null
}

/** Locks the column's applications in order of id, and returns them in the column's order. */
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

interface Moving {
  id: string
  /** The rank in the status it leaves, and the one in the status it enters. */
  rank: string
  newRank: string
}

async function moveAll(
  tx: Database,
  actor: Actor,
  from: Column,
  to: Column,
  moving: readonly Moving[],
  batchId: string | null,
): Promise<void> {
  const { workspaceId } = actor
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
    from unnest(${moving.map(({ id }) => id)}::uuid[], ${moving.map(({ newRank }) => newRank)}::text[])
      as place (id, rank)
    where a.workspace_id = ${workspaceId} and a.id = place.id
  `.execute(tx)
  await recordActivity(
    tx,
    moving.map(({ id, rank }) => ({
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
}

/**
 * Moves all applications of a status below those of another, in the same order, with a log entry each. Returns the
 * moved applications. Both statuses are of one kind (open, hired or closed), so dispositions do not change. The caller
 * holds both statuses' locks.
 */
export async function moveOutOfStatus(
  tx: Database,
  actor: Actor,
  from: Column,
  to: Column,
): Promise<string[]> {
  const { workspaceId } = actor
  const column = await lockColumn(tx, workspaceId, from.id)
  const ranks = generateNKeysBetween(await lastRank(tx, workspaceId, to.id), null, column.length)
  const moving = column.map(({ id, rank }, index) => ({ id, rank, newRank: ranks[index]! }))
  await moveAll(tx, actor, from, to, moving, newId())
  return column.map(({ id }) => id)
}

/**
 * Moves a status's deleted applications to a remaining one, with a log entry each, so their history is complete when
 * they are restored. These entries have no batch, so they do not block undoing the deletion of the applications.
 */
export async function moveDeletedOutOfStatus(
  tx: Database,
  actor: Actor,
  from: Column,
  to: Column,
): Promise<void> {
  const deleted = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', actor.workspaceId)
    .where('status_id', '=', from.id)
    .where('deleted_at', 'is not', null)
    .select(['id', 'rank'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const moving = deleted.map(({ id, rank }) => ({ id, rank, newRank: rank }))
  if (moving.length > 0) await moveAll(tx, actor, from, to, moving, null)
}

/** Moves applications that are still deleted back to a status that the actor deleted and now restores. */
export async function moveDeletedBack(
  tx: Database,
  actor: Actor,
  status: { id: string; type: string; position_id: string; deleted_at: string | null },
): Promise<void> {
  const { workspaceId } = actor
  const { rows: moves } = await sql<{
    id: string
    application_id: string
    from_rank: string
    to_status_id: string
  }>`
    select l.id, l.application_id, l.from_rank, l.to_status_id
    from activity_logs l
    join applications a on a.workspace_id = l.workspace_id and a.id = l.application_id
      and a.deleted_at is not null and a.status_id = l.to_status_id
    where l.workspace_id = ${workspaceId} and l.position_id = ${status.position_id} and l.at = ${status.deleted_at}
      and l.from_status_id = ${status.id} and l.cause = 'status_deleted' and l.user_id = ${actor.userId}
      and l.kind = 'moved' and l.batch_id is null and l.reverted_at is null
    order by a.id for update of a
  `.execute(tx)
  if (moves.length === 0) return
  await tx
    .updateTable('activity_logs')
    .set({ reverted_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${moves.map(({ id }) => id)}::uuid[])`)
    .execute()
  const ids = moves.map((move) => move.application_id)
  await sql`
    update applications as a
    set status_id = ${status.id}, status_type = ${status.type}, rank = place.rank, updated_at = now(), version = a.version + 1
    from unnest(${ids}::uuid[], ${moves.map((move) => move.from_rank)}::text[]) as place (id, rank)
    where a.workspace_id = ${workspaceId} and a.id = place.id
  `.execute(tx)
  await recomputeFromHistory(tx, workspaceId, ids)
  await recordActivity(
    tx,
    moves.map((move) => ({
      workspaceId,
      applicationId: move.application_id,
      positionId: status.position_id,
      kind: 'reverted',
      userId: actor.userId,
      fromStatusId: move.to_status_id,
      toStatusId: status.id,
      cause: 'status_deleted',
    })),
  )
}
