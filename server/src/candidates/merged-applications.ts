import { sql } from 'kysely'
import { recordActivity } from '../activity-logs/record-activity.ts'
import type { Database } from '../database/connect.ts'
import { opaqueId } from '../database/opaque-id.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'

/** An application that a merge closed, with its former place. */
export interface ClosedDuplicate {
  id: string
  position_id: string
  status_id: string
  status_type: string
  rank: string
  reached: number
  entered_status_at: string
  due_at: string | null
  callback_at: string | null
}

/** Locks every application of some candidates in order of id, including deleted ones. */
export function lockApplicationsOf(
  tx: Database,
  workspaceId: string,
  candidateIds: readonly string[],
): Promise<ClosedDuplicate[]> {
  return tx
    .selectFrom('applications')
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`candidate_id = any(${candidateIds}::uuid[])`)
    .orderBy('id')
    .select(['id', 'position_id', 'status_id', 'status_type', 'rank', 'reached', 'entered_status_at'])
    .select(['due_at', 'callback_at'])
    .forUpdate()
    .execute()
}

/** Writes a merge or its undo into the history of all the candidates' applications, and announces it. */
export async function recordMerge(
  tx: Database,
  actor: Actor,
  kind: 'merged' | 'unmerged',
  candidateIds: readonly string[],
  names: { merged: string; survivor: string },
  batchId: string,
): Promise<void> {
  const { workspaceId, userId } = actor
  const touched = await tx
    .updateTable('applications')
    .set({ last_activity_at: sql`now()` })
    .where('workspace_id', '=', opaqueId(workspaceId))
    .where(sql<boolean>`candidate_id = any(${candidateIds}::uuid[])`)
    .returning(['id', 'position_id', 'deleted_at'])
    .execute()
  await recordActivity(
    tx,
    touched.map((application) => ({
      workspaceId,
      applicationId: application.id,
      positionId: application.position_id,
      kind,
      userId,
      oldValue: names.merged,
      newValue: names.survivor,
      batchId,
    })),
  )
  const shown = touched.filter(({ deleted_at }) => deleted_at === null)
  await announce(tx, workspaceId, {
    kind: 'candidates-changed',
    candidateIds: [...candidateIds],
    actorId: userId,
  })
  if (shown.length > 0)
    await announce(tx, workspaceId, {
      kind: 'applications-changed',
      applicationIds: shown.map(({ id }) => id),
      positionIds: [...new Set(shown.map(({ position_id }) => position_id))],
      actorId: userId,
    })
}
