import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { countAttempts, isAttempt } from './count-calls.ts'
import { type CallOutcome, describeContact } from './describe-contact.ts'
import type { CallEndReason } from './end-reasons.ts'

interface CallFacts {
  direction: string
  endReason: string | null
  outcome: string | null
  startedAt: string
}

/** Returns a short description of a call with the number of attempts by then. */
export async function describeCall(
  tx: Database,
  workspaceId: string,
  applicationId: string,
  call: CallFacts,
): Promise<string> {
  return describeContact({
    endReason: (call.endReason ?? 'unknown') as CallEndReason,
    outcome: call.outcome as CallOutcome | null,
    direction: call.direction,
    tries: await countAttempts(tx, workspaceId, applicationId, call.startedAt),
  })
}

function attempts(tx: Database, workspaceId: string, applicationId: string) {
  return tx
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('application_id', '=', applicationId)
    .where(isAttempt)
}

function lastAttempt(tx: Database, workspaceId: string, applicationId: string) {
  return attempts(tx, workspaceId, applicationId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'started_at', 'end_reason', 'outcome', 'callback_at', 'direction'])
    .executeTakeFirst()
}

export async function isLastCall(
  tx: Database,
  workspaceId: string,
  call: { id: string; applicationId: string },
): Promise<boolean> {
  return (await lastAttempt(tx, workspaceId, call.applicationId))?.id === call.id
}

/**
 * Updates the last contact of an application. It is derived from all its calls, so the order in which they become known
 * does not matter. The callback of the last call is shown only if `callback` names that call; otherwise one set by hand
 * stays.
 */
export async function updateLastContact(
  tx: Database,
  workspaceId: string,
  applicationId: string,
  callback: { of: string } | 'last' | 'stays',
): Promise<void> {
  const last = await lastAttempt(tx, workspaceId, applicationId)
  const result =
    last &&
    (await describeCall(tx, workspaceId, applicationId, {
      direction: last.direction,
      endReason: last.end_reason,
      outcome: last.outcome,
      startedAt: last.started_at,
    }))
  const showsCallback = callback === 'last' || (callback !== 'stays' && callback.of === last?.id)
  await tx
    .updateTable('applications')
    .set({
      call_attempts: sql<number>`(select count(*)::int from (${attempts(tx, workspaceId, applicationId).select('id')}) as made)`,
      last_contact_at: last?.started_at ?? null,
      last_contact_result: result ?? null,
      last_activity_at: sql`now()`,
    })
    .$if(showsCallback, (query) => query.set({ callback_at: last?.callback_at ?? null }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', applicationId)
    .execute()
}
