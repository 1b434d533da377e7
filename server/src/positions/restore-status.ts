import * as contract from '@muster/contract/positions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { undoOwnBatch } from '../applications/undo-batch.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { insertAt, renumber } from '../pipelines/renumber.ts'
import { assertTypesAfterChange } from '../pipelines/stage-rules.ts'
import type { Actor } from '../session/actor.ts'
import { announcePosition } from './announce-positions.ts'
import { lockPosition, lockStatusOfPosition } from './lock-position.ts'
import { moveDeletedBack } from './move-out-of-status.ts'
import { presentStatus, statusesOf } from './present-position.ts'

/** Returns the batch of applications that the deletion moved away, if the actor deleted the status. */
async function batchOfDeletion(
  tx: Database,
  actor: Actor,
  status: { id: string; position_id: string; deleted_at: string | null },
): Promise<string | null> {
  const log = await tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', actor.workspaceId)
    .where('position_id', '=', status.position_id)
    // Entries of the same transaction have the same time.
    .where('at', '=', status.deleted_at)
    .where('from_status_id', '=', status.id)
    .where('cause', '=', 'status_deleted')
    .where('user_id', '=', actor.userId)
    .where('batch_id', 'is not', null)
    .where('reverted_at', 'is', null)
    .select('batch_id')
    .executeTakeFirst()
  return log?.batch_id ?? null
}

export const restoreStatus = handler(contract.restoreStatus, async ({ tx, actor, params }) => {
  const { workspaceId } = actor
  const deleted = await tx
    .selectFrom('statuses')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .select(['id', 'position_id', 'type', 'ordinal', 'deleted_at'])
    .executeTakeFirst()
  if (!deleted) throw notFound(t`Deleted status`)
  await lockPosition(tx, actor, deleted.position_id)
  const statuses = await statusesOf(tx, workspaceId, deleted.position_id)
  assertTypesAfterChange([...statuses, deleted].map((status) => status.type as StatusType))
  const restored = await tx
    .updateTable('statuses')
    .set({ deleted_at: null, version: sql`version + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', deleted.id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (restored.numUpdatedRows === 0n) throw notFound(t`Deleted status`)
  const ids = statuses.map((status) => status.id)
  await renumber(tx, 'statuses', workspaceId, insertAt(ids, deleted.id, deleted.ordinal))
  const batchId = await batchOfDeletion(tx, actor, deleted)
  if (batchId) await undoOwnBatch(tx, actor, batchId)
  await moveDeletedBack(tx, actor, deleted)
  await announcePosition(tx, actor, deleted.position_id)
  const { status } = await lockStatusOfPosition(tx, actor, deleted.id)
  return presentStatus(status)
})
