import type { call, callEndReasons, callLifecycles } from '@muster/contract/calls.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { callScope, mayUndo } from '../policies/call-policy.ts'
import { visibleValues } from '../policies/field-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { CallOutcome } from './describe-contact.ts'

/** Selects the calls the actor may see, with the names of caller, candidate and application. */
export function selectCalls(db: Database, actor: Actor) {
  return db
    .selectFrom('calls')
    .leftJoin('applications as a', (join) =>
      join.onRef('a.workspace_id', '=', 'calls.workspace_id').onRef('a.id', '=', 'calls.application_id'),
    )
    .leftJoin('positions as p', (join) =>
      join.onRef('p.workspace_id', '=', 'a.workspace_id').onRef('p.id', '=', 'a.position_id'),
    )
    .leftJoin('agents as g', (join) =>
      join.onRef('g.workspace_id', '=', 'calls.workspace_id').onRef('g.id', '=', 'calls.agent_id'),
    )
    .leftJoin('users as u', (join) =>
      join.onRef('u.workspace_id', '=', 'calls.workspace_id').onRef('u.id', '=', 'calls.outcome_set_by'),
    )
    .leftJoin('users as logger', (join) =>
      join.onRef('logger.workspace_id', '=', 'calls.workspace_id').onRef('logger.id', '=', 'calls.logged_by'),
    )
    .where('calls.workspace_id', '=', actor.workspaceId)
    .where(callScope(actor))
    .select(['calls.id', 'calls.application_id', 'calls.agent_id', 'calls.direction', 'calls.lifecycle'])
    .select(['calls.end_reason', 'calls.outcome', 'calls.suggested_outcome', 'calls.callback_at'])
    .select(['calls.started_at', 'calls.ended_at', 'calls.duration_seconds', 'calls.summary'])
    .select(['calls.transcript', 'calls.recording_url', 'calls.created_at', 'calls.changed_at'])
    .select([
      'calls.outcome_set_by',
      'calls.provider',
      'calls.provider_call_id',
      'calls.raw_end_reason',
      'calls.cost_minor',
    ])
    .select([
      'calls.currency',
      'calls.logged_by',
      'calls.parent_call_id',
      'calls.logged_end_reason',
      'u.name as outcome_set_by_name',
      'logger.name as logged_by_name',
    ])
    .select(visibleValues(actor, 'call', 'calls').as('visible_values'))
    .select(['a.candidate_name', 'p.name as position_name', 'g.name as agent_name', 'g.kind as agent_kind'])
}

type CallRow = Awaited<ReturnType<ReturnType<typeof selectCalls>['executeTakeFirstOrThrow']>>

export function presentCall(row: CallRow, actor: Actor): z.input<typeof call> {
  return {
    id: row.id,
    application: row.application_id
      ? {
          id: row.application_id,
          candidateName: row.candidate_name ?? '',
          positionName: row.position_name ?? '',
        }
      : null,
    agent: row.agent_id
      ? { id: row.agent_id, name: row.agent_name ?? '', kind: row.agent_kind as 'human' | 'voice' }
      : null,
    direction: row.direction as 'outbound' | 'inbound',
    lifecycle: row.lifecycle as (typeof callLifecycles)[number],
    endReason: row.end_reason as (typeof callEndReasons)[number] | null,
    outcome: row.outcome as CallOutcome | null,
    suggestedOutcome: row.suggested_outcome as CallOutcome | null,
    outcomeSetBy: row.outcome_set_by ? { id: row.outcome_set_by, name: row.outcome_set_by_name ?? '' } : null,
    loggedBy: row.logged_by ? { id: row.logged_by, name: row.logged_by_name ?? '' } : null,
    callbackAt: row.callback_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    durationSeconds: row.duration_seconds,
    summary: row.summary,
    transcript: row.transcript,
    recordingUrl: row.recording_url,
    provider: row.provider,
    providerCallId: row.provider_call_id,
    rawEndReason: row.raw_end_reason,
    cost: row.cost_minor === null ? null : { minor: row.cost_minor, currency: row.currency ?? 'USD' },
    customFields: row.visible_values,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    can: { correct: actor.permissions.has('calls:write'), takeBack: mayUndo(actor, row) },
  }
}

/** @throws NOT_FOUND also for another workspace's call, and for one of an application out of the actor's scope */
export async function loadCall(db: Database, actor: Actor, id: string): Promise<z.input<typeof call>> {
  const row = await selectCalls(db, actor).where('calls.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Call`)
  return presentCall(row, actor)
}
