import * as contract from '@muster/contract/application-selection.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordActivity } from '../activity-logs/record-activity.ts'
import { type MovedBy, placeApplications } from '../board/place-applications.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { AppError, conflict, notFound } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'
import { deleteApplications } from './delete-applications.ts'
import { restoreDeleted } from './restore-application.ts'

function loadBatch(tx: Database, actor: Actor, batchId: string, among?: readonly string[]) {
  return tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', actor.workspaceId)
    .where('batch_id', '=', batchId)
    .where('user_id', '=', actor.userId)
    .where('reverted_at', 'is', null)
    .$if(among !== undefined, (logs) => logs.where(sql<boolean>`application_id = any(${among}::uuid[])`))
    .orderBy('application_id')
    .selectAll()
    .execute()
}

type Log = Awaited<ReturnType<typeof loadBatch>>[number]

/** The newest change of an application; comments, calls and the like do not stand in the way of an undo. */
export async function newestChange(
  tx: Database,
  workspaceId: string,
  applicationId: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', workspaceId)
    .where('application_id', '=', applicationId)
    .where('kind', 'in', ['moved', 'reopened', 'disposition', 'edited', 'deleted', 'restored', 'reverted'])
    .where('reverted_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .select('batch_id')
    .executeTakeFirst()
  return row?.batch_id ?? null
}

/** Times and the furthest type follow from what is left of the history. */
async function recomputeFromHistory(tx: Database, workspaceId: string, applicationId: string): Promise<void> {
  await sql`
    update applications as a set
      entered_status_at = coalesce(history.entered_at, a.entered_status_at),
      due_at = case when a.closed_at is null then
        coalesce(history.entered_at, a.entered_status_at) + make_interval(secs => s.sla_days * 86400) end,
      reached = coalesce(history.reached, a.reached)
    from statuses s, (
      select max(at) filter (where to_status_id = now_in.status_id) as entered_at,
        max(array_position(${[...statusTypeKeys]}::text[], to_type) - 1) filter (where to_type <> 'closed') as reached
      from activity_logs, (
        select status_id from applications where workspace_id = ${workspaceId} and id = ${applicationId}
      ) as now_in
      where workspace_id = ${workspaceId} and application_id = ${applicationId}
        and to_type is not null and reverted_at is null
    ) as history
    where a.workspace_id = ${workspaceId} and a.id = ${applicationId}
      and s.workspace_id = a.workspace_id and s.id = a.status_id
  `.execute(tx)
}

async function undoMove(tx: Database, actor: Actor, log: Log, by?: MovedBy): Promise<void> {
  const { workspaceId } = actor
  await placeApplications(
    tx,
    actor,
    [{ statusId: log.from_status_id!, applicationIds: [log.application_id] }],
    { cause: 'undo', batchId: log.batch_id!, rank: log.from_rank, record: false, by },
  )
  await recordActivity(tx, [
    {
      workspaceId,
      applicationId: log.application_id,
      positionId: log.position_id,
      kind: 'reverted',
      userId: by ? by.userId : actor.userId,
      agentId: by?.agentId ?? null,
      fromStatusId: log.to_status_id,
      toStatusId: log.from_status_id,
      cause: 'undo',
    },
  ])
}

async function undoEdit(tx: Database, actor: Actor, log: Log): Promise<void> {
  const value =
    log.field === 'ownerId'
      ? { owner_id: log.old_value }
      : { tags: sql<string[]>`array(select jsonb_array_elements_text(${log.old_value ?? '[]'}::jsonb))` }
  await tx
    .updateTable('applications')
    .set({ ...value, version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', log.application_id)
    .execute()
  await recordActivity(tx, [
    {
      workspaceId: actor.workspaceId,
      applicationId: log.application_id,
      positionId: log.position_id,
      kind: 'reverted',
      userId: actor.userId,
      field: log.field,
      oldValue: log.new_value,
      newValue: log.old_value,
    },
  ])
}

async function undoOne(tx: Database, actor: Actor, logs: readonly Log[], by?: MovedBy): Promise<void> {
  const applicationId = logs[0]!.application_id
  if ((await newestChange(tx, actor.workspaceId, applicationId)) !== logs[0]!.batch_id)
    throw conflict(t`It was changed again in the meantime`)
  const move = logs.find((log) => log.kind === 'moved')
  if (
    logs.some((log) => log.kind === 'reopened') ||
    move?.from_type === 'closed' ||
    move?.from_type === 'hired'
  )
    throw conflict(t`Reopening cannot be undone; close it again instead`)
  // First, so that what follows sees the history without it.
  await tx
    .updateTable('activity_logs')
    .set({ reverted_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`id = any(${logs.map((log) => log.id)}::uuid[])`)
    .execute()
  if (move) {
    await undoMove(tx, actor, move, by)
    await recomputeFromHistory(tx, actor.workspaceId, applicationId)
  }
  for (const log of logs) {
    if (log.kind === 'edited') await undoEdit(tx, actor, log)
    if (log.kind === 'deleted') await restoreDeleted(tx, actor, applicationId)
    if (log.kind === 'restored') await deleteApplications(tx, actor, [applicationId], newId())
  }
}

/**
 * Takes back what the actor did in a batch, for each application, or each `among` some, nobody has changed since.
 * @throws NOT_FOUND when there is nothing of it to take back
 */
export async function takeBack(tx: Database, actor: Actor, batchId: string, among?: readonly string[]) {
  const logs = await loadBatch(tx, actor, batchId, among)
  if (logs.length === 0) throw notFound(t`Something of yours to undo`)
  const refused: { applicationId: string; code: string; message: string }[] = []
  const byApplication = Map.groupBy(logs, (log) => log.application_id)
  for (const [applicationId, own] of byApplication) {
    try {
      await undoOne(tx, actor, own)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ applicationId, code: error.code, message: error.message })
    }
  }
  await announce(tx, actor.workspaceId, {
    kind: 'applications-changed',
    applicationIds: [...byApplication.keys()],
    positionIds: [...new Set(logs.map((log) => log.position_id))],
    actorId: actor.userId,
  })
  return { changed: byApplication.size - refused.length, refused }
}

/** Takes back a move that a call's outcome made; false where somebody has changed the application since. */
export async function takeBackMove(
  tx: Database,
  actor: Actor,
  move: { applicationId: string; batchId: string },
  by: MovedBy,
): Promise<boolean> {
  const logs = await tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', actor.workspaceId)
    .where('application_id', '=', move.applicationId)
    .where('batch_id', '=', move.batchId)
    .where('reverted_at', 'is', null)
    .selectAll()
    .execute()
  if (logs.length === 0) return false
  try {
    await undoOne(tx, actor, logs, by)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

export const undoBatch = handler(contract.undoBatch, ({ tx, actor, body }) =>
  takeBack(tx, actor, body.batchId, body.applicationIds),
)
