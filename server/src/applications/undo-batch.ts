import * as contract from '@muster/contract/application-selection.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { MovedBy } from '../board/place-applications.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'
import { undoChanges } from './undo-changes.ts'

function loadBatch(tx: Database, actor: Actor, batchId: string, among?: readonly string[]) {
  return tx
    .selectFrom('activity_logs')
    .where('workspace_id', '=', actor.workspaceId)
    .where('batch_id', '=', batchId)
    .where('user_id', '=', actor.userId)
    .where('reverted_at', 'is', null)
    .$if(among !== undefined, (logs) => logs.where(sql<boolean>`application_id = any(${among}::uuid[])`))
    .orderBy('application_id')
    .orderBy('at')
    .orderBy('id')
    .selectAll()
    .execute()
}

/**
 * Undoes what the actor did in a batch, for each application that nobody has changed since. `among` limits it to some.
 * @throws NOT_FOUND when there is nothing to undo
 */
export async function undoOwnBatch(tx: Database, actor: Actor, batchId: string, among?: readonly string[]) {
  const logs = await loadBatch(tx, actor, batchId, among)
  if (logs.length === 0) throw notFound(t`Change to undo`)
  const refused: { applicationId: string; code: string; message: string }[] = []
  await undoChanges(tx, actor, batchId, logs, (applicationId, error) => {
    refused.push({ applicationId, code: error.code, message: error.message })
  })
  const applicationIds = [...new Set(logs.map((log) => log.application_id))]
  await announce(tx, actor.workspaceId, {
    kind: 'applications-changed',
    applicationIds,
    positionIds: [...new Set(logs.map((log) => log.position_id))],
    actorId: actor.userId,
  })
  return { changed: applicationIds.length - refused.length, refused }
}

/** Undoes a move that a call's outcome made. Returns false if somebody has changed the application since. */
export async function undoMove(
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
  let undone = logs.length > 0
  const refuse = () => {
    undone = false
  }
  if (undone) await undoChanges(tx, actor, move.batchId, logs, refuse, { by })
  return undone
}

export const undoBatch = handler(contract.undoBatch, ({ tx, actor, body }) =>
  undoOwnBatch(tx, actor, body.batchId, body.applicationIds),
)
