import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { sql } from 'kysely'
import { applyCallEffects } from '../calls/apply-call-effects.ts'
import { type CallEndReason, conversationReasons, endReasons } from '../calls/end-reasons.ts'
import { lockCallTargets } from '../calls/lock-call-targets.ts'
import { updateLastContact } from '../calls/update-last-contact.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { announce } from '../live/announce.ts'
import { type CallState, isOver } from './fold-facts.ts'
import { matchCall } from './match-call.ts'
import type { StoredEvent } from './read-event.ts'
import type { CallLifecycle, CallOutcome } from './voice-facts.ts'

interface Reported {
  provider: VoiceProvider
  callId: string
  events: readonly StoredEvent[]
  state: CallState
  /** Whose secret signed the report; stored when the report begins the call. */
  signedWith: 'workspace' | 'installation'
}

function loadCall(tx: Database, workspaceId: string, { provider, callId }: Reported) {
  return tx
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('provider_call_id', '=', callId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

type StoredCall = NonNullable<Awaited<ReturnType<typeof loadCall>>>

const conversations: readonly (string | null)[] = conversationReasons

/** Returns how a call ended: as the user said who placed it, else as the reports state. */
function endOf(before: StoredCall | undefined, { endReason, lifecycle }: CallState) {
  const logged = (before?.logged_end_reason ?? null) as CallEndReason | null
  return logged ? { endReason: logged, lifecycle: endReasons[logged].lifecycle } : { endReason, lifecycle }
}

/** Returns the effective columns: what a user logged or corrected, else what the reports state. */
function effectiveColumns(before: StoredCall | undefined, reported: CallState) {
  const state = { ...reported, ...endOf(before, reported) }
  if (!before?.outcome_set_by && !before?.logged_end_reason)
    return {
      outcome: state.suggestedOutcome,
      callback_at: state.callbackAt,
      end_reason: state.endReason,
      lifecycle: state.lifecycle,
    }
  const { outcome, callback_at } = before
  // An outcome set by a user implies a conversation.
  const spoken = outcome !== null && !conversations.includes(state.endReason)
  return {
    outcome,
    callback_at,
    end_reason: spoken ? 'human_conversation' : state.endReason,
    lifecycle: spoken ? 'completed' : state.lifecycle,
  }
}

function columnsOf(before: StoredCall | undefined, { events, state }: Reported) {
  const received = events.map(({ receivedAt }) => receivedAt).sort()[0]!
  return {
    ...effectiveColumns(before, state),
    direction: state.direction,
    raw_end_reason: state.rawEndReason,
    reported_end_reason: state.endReason,
    suggested_outcome: state.suggestedOutcome,
    suggested_callback_at: state.callbackAt,
    from_number: state.from,
    to_number: state.to,
    // A start in the future comes from a wrong clock.
    started_at: sql<string>`least(${state.startedAt ?? received}::timestamptz, now())`,
    ended_at: state.endedAt,
    duration_seconds: state.durationSeconds,
    // Of a call in the browser, its caller writes the summary.
    summary: before?.parent_call_id ? before.summary : state.summary,
    transcript: state.transcript,
    recording_url: state.recordingUrl,
    cost_minor: state.cost?.minor ?? null,
    currency: state.cost?.currency ?? null,
    raw: JSON.stringify(events),
    updated_at: sql<string>`now()`,
  }
}

/**
 * Matches the call. An earlier match stays unless a report names another application. A call that a user placed in the browser
 * is theirs, also if a voice agent has the same number.
 */
async function matchOf(tx: Database, workspaceId: string, before: StoredCall | undefined, state: CallState) {
  if (before?.parent_call_id)
    return {
      agentId: before.agent_id,
      applicationId: before.application_id,
      candidateId: before.candidate_id,
    }
  const match = await matchCall(tx, workspaceId, state)
  if (!before?.application_id) return match
  const isNamed = match.applicationId !== null && match.applicationId === state.applicationId
  return {
    agentId: match.agentId ?? before.agent_id,
    applicationId: isNamed ? match.applicationId : before.application_id,
    candidateId: isNamed ? match.candidateId : before.candidate_id,
  }
}

/** Writes a call from its reports and updates everything that depends on it. Returns its id. */
export async function writeCall(tx: Database, workspaceId: string, reported: Reported): Promise<string> {
  const before = await loadCall(tx, workspaceId, reported)
  // An erased call stays erased, however late a report is.
  if (before?.erased_at) return before.id
  const match = await matchOf(tx, workspaceId, before, reported.state)
  const columns = {
    ...columnsOf(before, reported),
    application_id: match.applicationId,
    candidate_id: match.candidateId,
    agent_id: match.agentId,
  }
  const id = before?.id ?? newId()
  if (match.candidateId)
    await lockCallTargets(tx, workspaceId, {
      candidateId: match.candidateId,
      applicationId: match.applicationId,
      outcome: columns.outcome as CallOutcome | null,
      moveBatchId: before?.move_batch_id ?? null,
      frees: before?.marked_do_not_call ?? false,
    })
  if (before)
    await tx
      .updateTable('calls')
      .set(columns)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  else
    await tx
      .insertInto('calls')
      .values({
        workspace_id: workspaceId,
        id,
        provider: reported.provider,
        provider_call_id: reported.callId,
        begun_with: reported.signedWith,
        ...columns,
      })
      .execute()
  const wasOver = before !== undefined && isOver(before.lifecycle as CallLifecycle)
  if (isOver(columns.lifecycle as CallLifecycle)) {
    const callbackChanged = before?.callback_at !== columns.callback_at
    await applyCallEffects(tx, workspaceId, id, {
      actor: null,
      agentId: match.agentId,
      showsCallback: !wasOver || callbackChanged,
    })
    // Matched to another application than before: update the contact of the previous one without this call.
    if (before?.application_id && before.application_id !== match.applicationId)
      await updateLastContact(tx, workspaceId, before.application_id, 'stays')
  } else if (match.applicationId)
    await announce(tx, workspaceId, {
      kind: 'activity-logged',
      applicationId: match.applicationId,
      actorId: null,
    })
  return id
}
