import { takeBackMove } from '../applications/undo-batch.ts'
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

/** Moves by the rules of the pipeline; a person moves no further than they may. */
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
 * Moves a call's application to where its outcome asks for, after taking back the move of the outcome before, unless
 * somebody has changed the application since. Answers the status it came to.
 */
export async function moveByOutcome(
  tx: Database,
  call: MovingCall,
  actor: Actor | null,
  by: MovedBy,
): Promise<{ id: string; name: string } | null> {
  const { workspaceId, applicationId, outcome } = call
  const system = await agentActor(tx, workspaceId)
  if (call.moveBatchId) await takeBackMove(tx, system, { applicationId, batchId: call.moveBatchId }, by)
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
