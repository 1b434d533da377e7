import { recordActivity } from '../activity-logs/record-activity.ts'
import type { MovedBy } from '../board/place-applications.ts'
import { writeConsentsAs } from '../consents/consent-writer.ts'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import type { Actor } from '../session/actor.ts'
import type { CallOutcome } from './describe-contact.ts'
import { type CalledApplication, lockCallTargets } from './lock-call-targets.ts'
import { markDoNotCall, unmarkDoNotCall } from './mark-do-not-call.ts'
import { moveByOutcome } from './move-by-outcome.ts'
import { describeCall, updateLastContact } from './update-last-contact.ts'

function loadCall(tx: Database, workspaceId: string, callId: string) {
  return tx
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow()
}

type StoredCall = Awaited<ReturnType<typeof loadCall>>

/** Sets or removes the do-not-call mark that this call's outcome implies. Returns whether the candidate changed. */
async function applyDoNotCall(
  tx: Database,
  call: StoredCall,
  candidateId: string,
  userId: string | null,
): Promise<boolean> {
  const { workspace_id: workspaceId, marked_do_not_call: marked } = call
  const asksToStop = call.outcome === 'do_not_call'
  await writeConsentsAs(tx, { source: 'call', userId, callId: call.id })
  const marks = asksToStop && (await markDoNotCall(tx, workspaceId, candidateId))
  const unmarks = !asksToStop && marked && (await unmarkDoNotCall(tx, workspaceId, candidateId))
  await tx
    .updateTable('calls')
    .set({ applied_outcome: call.outcome, marked_do_not_call: asksToStop && (marks || marked) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', call.id)
    .execute()
  return marks || unmarks
}

/** Writes or updates the call's one history entry. */
async function writeHistory(
  tx: Database,
  call: StoredCall,
  application: CalledApplication,
  by: MovedBy,
): Promise<void> {
  const newValue = await describeCall(tx, call.workspace_id, application.id, {
    direction: call.direction,
    endReason: call.end_reason,
    outcome: call.outcome,
    startedAt: call.started_at,
  })
  const entry = {
    application_id: application.id,
    position_id: application.position_id,
    new_value: newValue,
    body: call.summary,
  }
  const written = await tx
    .updateTable('activity_logs')
    .set(entry)
    .where('workspace_id', '=', call.workspace_id)
    .where('call_id', '=', call.id)
    .where('kind', '=', 'call')
    .returning('id')
    .executeTakeFirst()
  if (written) return
  await recordActivity(tx, [
    {
      workspaceId: call.workspace_id,
      applicationId: application.id,
      positionId: application.position_id,
      kind: 'call',
      // Whoever placed the call, if it is the provider who reports its end.
      userId: by.userId ?? call.logged_by,
      agentId: by.agentId,
      newValue,
      body: call.summary,
      callId: call.id,
    },
  ])
}

async function announceChanges(
  tx: Database,
  call: StoredCall,
  changed: { applications: readonly CalledApplication[]; candidateId: string | null },
  actorId: string | null,
): Promise<void> {
  const { workspace_id: workspaceId, application_id: applicationId } = call
  const { applications, candidateId } = changed
  if (applications.length > 0)
    await announce(tx, workspaceId, {
      kind: 'applications-changed',
      applicationIds: applications.map(({ id }) => id),
      positionIds: [...new Set(applications.map((one) => one.position_id))],
      actorId,
    })
  if (applicationId) await announce(tx, workspaceId, { kind: 'activity-logged', applicationId, actorId })
  if (candidateId)
    await announce(tx, workspaceId, { kind: 'candidates-changed', candidateIds: [candidateId], actorId })
}

export interface EffectOptions {
  /** Null for a provider's report. */
  actor: Actor | null
  agentId: string | null
  /** Whether the call's callback shows on the application if this is the last call. */
  showsCallback: boolean
}

/**
 * Updates everything that depends on a call: the application's status, the do-not-call mark, the last contact, the
 * callback and the history. Called after each change of a call, in its transaction. The result depends only on the call
 * as it is, not on the changes that led there.
 */
export async function applyCallEffects(
  tx: Database,
  workspaceId: string,
  callId: string,
  { actor, agentId, showsCallback }: EffectOptions,
): Promise<{ movedTo: { id: string; name: string } | null }> {
  const call = await loadCall(tx, workspaceId, callId)
  const { candidate_id: candidateId, application_id: applicationId } = call
  if (!candidateId) return { movedTo: null }
  const outcome = call.outcome as CallOutcome | null
  const moveBatchId = call.move_batch_id
  const by: MovedBy = { userId: actor?.userId ?? null, agentId }
  const isNew = outcome !== call.applied_outcome
  const { applications } = await lockCallTargets(tx, workspaceId, {
    candidateId,
    applicationId,
    outcome: isNew ? outcome : null,
    moveBatchId: isNew ? moveBatchId : null,
    frees: isNew && call.marked_do_not_call,
  })
  // A do-not-call outcome counts even if the application is missing or deleted.
  const application = applications.find(({ id }) => id === applicationId)
  const movedTo =
    isNew && application
      ? await moveByOutcome(
          tx,
          { workspaceId, id: callId, applicationId: application.id, outcome, moveBatchId },
          actor,
          by,
        )
      : null
  const personChanged = isNew && (await applyDoNotCall(tx, call, candidateId, by.userId))
  if (application) {
    const callback = showsCallback && outcome !== 'do_not_call' ? { of: callId } : 'stays'
    await updateLastContact(tx, workspaceId, application.id, callback)
    await writeHistory(tx, call, application, by)
  }
  const changed = personChanged ? applications : application ? [application] : []
  await announceChanges(
    tx,
    call,
    { applications: changed, candidateId: personChanged ? candidateId : null },
    by.userId,
  )
  return { movedTo }
}
