import { type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import { assertChangeable } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'

/**
 * Removes the file from a history entry, or restores it. The entry itself stays.
 * @throws NOT_FOUND when the entry has no file, or none to restore
 */
export async function setFileRemoved(
  tx: Database,
  actor: Actor,
  { id, entryId }: { id: string; entryId: string },
  removed: boolean,
): Promise<void> {
  await assertChangeable(tx, actor, id)
  const { numUpdatedRows } = await tx
    .updateTable('activity_logs')
    .set({ deleted_at: removed ? sql`now()` : null })
    .where('workspace_id', '=', actor.workspaceId)
    .where('application_id', '=', id)
    .where('id', '=', entryId)
    .where('kind', '=', 'file')
    .where('file_id', 'is not', null)
    .where(removed ? sql<SqlBool>`deleted_at is null` : sql<SqlBool>`deleted_at is not null`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw notFound(t`File`)
  await announce(tx, actor.workspaceId, {
    kind: 'activity-logged',
    applicationId: id,
    actorId: actor.userId,
  })
}
