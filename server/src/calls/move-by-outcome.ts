import { undoMove } from '../applications/undo-batch.ts'
import { type MovedBy, placeApplications } from '../board/place-applications.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Actor } from '../session/actor.ts'
import { agentActor } from './agent-actor.ts'
import type { CallOutcome } from './describe-contact.ts'
import { findOutcomeTarget, type OutcomeTarget } from './outcome-rules.ts'

interface MovingCall {
  workspaceId: string
  id: string
  applicationId: string
  outcome: CallOutcome | null
  moveBatchId: string | null
}

/** Moves an application by the pipeline's rules; a user moves it no further than they may. */
async function place(
  tx: Database,
  actor: Actor,
  applicationId: string,
  target: OutcomeTarget,
  by: MovedBy,
): Promise<string | null> {
  const batchId = newId()
  const refused: string[] = []
  const { changed } = await placeApplications(
    tx,
    actor,
    [{ statusId: target.statusId, applicationIds: [applicationId] }],
    {
      cause: 'call_outcome',
      batchId,
      by,
      ...(target.disposition ? { close: { disposition: target.disposition } } : {}),
      refuse: (id) => refused.push(id),
    },
  )
  return changed > 0 && refused.length === 0 ? batchId : null
}

/**
 * Moves a call's application to the status its outcome calls for. First undoes the move of the previous outcome, unless
 * somebody has changed the application since. Returns the new status.
 */
export async function moveByOutcome(
  tx: Database,
  call: MovingCall,
  actor: Actor | null,
  by: MovedBy,
): Promise<{ id: string; name: string } | null> {
  const { workspaceId, applicationId, outcome } = call
  const system = await agentActor(tx, workspaceId)
  if (call.moveBatchId) await undoMove(tx, system, { applicationId, batchId: call.moveBatchId }, by)
  const target = outcome && (await findOutcomeTarget(tx, workspaceId, applicationId, outcome))
  const batchId = target ? await place(tx, actor ?? system, applicationId, target, by) : null
  await tx
    .updateTable('calls')
    .set({ move_batch_id: batchId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', call.id)
    .execute()
  return batchId && target ? { id: target.statusId, name: target.name } : null
}
