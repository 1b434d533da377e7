import type { logCall } from '@muster/contract/calls.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import type { StoredValues } from '../custom-fields/stored-values.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { factsOf, foldFacts, isOver } from '../webhooks/fold-facts.ts'
import type { StoredEvent } from '../webhooks/read-event.ts'
import { endReasons } from './end-reasons.ts'

/**
 * Locks the call that the user placed in the browser and now logs. Null if Twilio was never asked to dial it.
 * @throws CONFLICT if it was logged before
 */
export async function findPlaced(
  tx: Database,
  { workspaceId, userId }: Actor,
  { placedCallId, applicationId }: BodyOf<typeof logCall>,
): Promise<{ id: string } | undefined> {
  if (!placedCallId) return undefined
  const call = await tx
    .selectFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', placedCallId)
    .where('application_id', '=', applicationId)
    .where('logged_by', '=', userId)
    .where('parent_call_id', 'is not', null)
    .select(['id', 'logged_end_reason'])
    .forUpdate()
    .executeTakeFirst()
  if (call?.logged_end_reason) throw conflict(t`This call was logged before`)
  return call
}

/** Stores what the user says about a call that they placed in the browser. Returns its ID. */
export async function finishPlaced(
  tx: Database,
  { workspaceId, userId }: Actor,
  id: string,
  body: BodyOf<typeof logCall>,
  { agentId, values }: { agentId: string | null; values: StoredValues },
): Promise<string> {
  await tx
    .updateTable('calls')
    .set({
      agent_id: agentId,
      lifecycle: endReasons[body.endReason].lifecycle,
      end_reason: body.endReason,
      logged_end_reason: body.endReason,
      outcome: body.outcome ?? null,
      outcome_set_by: body.outcome ? userId : null,
      callback_at: body.callbackAt ?? null,
      summary: body.summary ?? null,
      custom_fields: JSON.stringify(values),
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  return id
}

/**
 * Returns the columns of a call in the browser as the provider reported it, without what the user logged, and whether it is
 * over. Its history entry is written again by the report of its end if it is not.
 */
export function reportedColumns(raw: unknown) {
  const { lifecycle, endReason } = foldFacts(factsOf('twilio', (raw ?? []) as StoredEvent[]))
  return {
    isOver: isOver(lifecycle),
    columns: {
      lifecycle,
      end_reason: endReason,
      logged_end_reason: null,
      outcome: null,
      outcome_set_by: null,
      callback_at: null,
      summary: null,
      custom_fields: '{}',
      updated_at: sql<string>`now()`,
    },
  }
}
