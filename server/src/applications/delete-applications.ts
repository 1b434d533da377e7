import { sql } from 'kysely'
import { recordActivity } from '../activity-logs/record-activity.ts'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'

/** Deletes the applications the actor may see, restorable for 30 days. Returns the deleted ids. */
export async function deleteApplications(
  tx: Database,
  actor: Actor,
  ids: readonly string[],
  batchId: string,
): Promise<string[]> {
  const rows = await selectVisible(tx, actor)
    .where(sql<boolean>`applications.id = any(${ids}::uuid[])`)
    .where('applications.deleted_at', 'is', null)
    .orderBy('applications.id')
    .select(['id', 'position_id'])
    .forUpdate()
    .execute()
  if (rows.length === 0) return []
  const found = rows.map((row) => row.id)
  await tx
    .updateTable('applications')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`id = any(${found}::uuid[])`)
    .execute()
  await recordActivity(
    tx,
    rows.map((row) => ({
      workspaceId: actor.workspaceId,
      applicationId: row.id,
      positionId: row.position_id,
      kind: 'deleted',
      userId: actor.userId,
      batchId,
    })),
  )
  await announce(tx, actor.workspaceId, {
    kind: 'applications-changed',
    applicationIds: found,
    positionIds: [...new Set(rows.map((row) => row.position_id))],
    actorId: actor.userId,
  })
  return found
}
