import * as contract from '@muster/contract/calls.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid, notFound } from '../app-error.ts'
import { applyChanges, readValues } from '../custom-fields/read-values.ts'
import { recordValues } from '../custom-fields/record-values.ts'
import { type StoredValues, valueColumn } from '../custom-fields/stored-values.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { callScope } from '../policies/call-policy.ts'
import { erasedRefused } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { applyCallEffects } from './apply-call-effects.ts'
import { assertCallbackAllowed } from './callback-allowed.ts'
import { conversationReasons } from './end-reasons.ts'
import { loadCall } from './present-call.ts'
import { assertOutcomeFields } from './required-by-outcome.ts'

/** End reasons after which a machine cannot tell whether a person answered. */
const uncertainReasons: readonly (string | null)[] = ['unknown', 'voicemail', 'ivr', 'timeout']

const conversations: readonly (string | null)[] = conversationReasons

async function lockCall(tx: Database, actor: Actor, id: string) {
  const call = await tx
    .selectFrom('calls')
    .where('calls.workspace_id', '=', actor.workspaceId)
    .where('calls.id', '=', id)
    .where(callScope(actor))
    .selectAll('calls')
    .forUpdate()
    .executeTakeFirst()
  if (!call) throw notFound(t`Call`)
  if (call.erased_at) throw erasedRefused()
  return call
}

type LockedCall = Awaited<ReturnType<typeof lockCall>>

function correctedColumns(call: LockedCall, body: BodyOf<typeof contract.updateCall>, actor: Actor) {
  if (body.outcome === undefined && body.callbackAt === undefined) return {}
  const withdrawn = body.outcome === null && call.provider !== null
  const outcome = withdrawn
    ? call.suggested_outcome
    : body.outcome === undefined
      ? call.outcome
      : body.outcome
  const callbackAt =
    body.callbackAt !== undefined
      ? body.callbackAt
      : withdrawn
        ? call.suggested_callback_at
        : outcome === 'callback' || body.outcome === undefined
          ? call.callback_at
          : null
  if (outcome === 'callback' && !callbackAt && !withdrawn)
    throw invalid('callbackAt', t`Choose a callback time`)
  const spoken = conversations.includes(call.end_reason)
  if (outcome && !spoken && (call.provider === null || !uncertainReasons.includes(call.end_reason)))
    throw invalid('outcome', t`Only a conversation with a person has an outcome`)
  return {
    outcome,
    callback_at: callbackAt,
    outcome_set_by: withdrawn ? null : actor.userId,
    outcome_set_at: withdrawn ? null : sql<string>`now()`,
    ...(outcome && !spoken ? { end_reason: 'human_conversation', lifecycle: 'completed' } : {}),
    ...(withdrawn ? { end_reason: call.reported_end_reason ?? call.end_reason } : {}),
  }
}

export const updateCall = handler(contract.updateCall, async ({ tx, actor, params, body, caller }) => {
  const call = await lockCall(tx, actor, params.id)
  const stored = call.custom_fields as StoredValues
  const changes = await readValues(tx, actor, 'call', body.customFields, stored)
  const corrected = correctedColumns(call, body, actor)
  // Another change of a call whose outcome came from elsewhere stays possible.
  if (body.outcome) await assertOutcomeFields(tx, actor, body.outcome, applyChanges(stored, changes))
  await tx
    .updateTable('calls')
    .set({
      ...corrected,
      // The previous outcome was already applied, even for calls older than `applied_outcome`.
      ...(body.outcome === undefined ? { applied_outcome: call.outcome } : {}),
      ...(body.summary === undefined ? {} : { summary: body.summary }),
      ...valueColumn(stored, changes),
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', call.id)
    .execute()
  await recordValues(tx, actor, caller, { kind: 'call', id: call.id }, changes)
  const { movedTo } = await applyCallEffects(tx, actor.workspaceId, call.id, {
    actor,
    agentId: null,
    showsCallback: body.outcome !== undefined || body.callbackAt !== undefined,
  })
  // Must run afterwards: the correction may have removed a do-not-call mark that this very call had set.
  if (body.callbackAt && body.outcome !== 'do_not_call' && call.candidate_id)
    await assertCallbackAllowed(tx, actor.workspaceId, call.candidate_id)
  return { ...(await loadCall(tx, actor, call.id)), movedTo }
})
