import type { logCall } from '@muster/contract/calls.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { StoredValues } from '../custom-fields/stored-values.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Actor } from '../session/actor.ts'
import { endReasons } from './end-reasons.ts'

/** Tolerates small clock differences; a start further ahead is refused. */
const clockTolerance = sql`interval '5 minutes'`

async function startOf(tx: Database, body: BodyOf<typeof logCall>): Promise<string> {
  const { rows } = await sql<{ started: string; possible: boolean }>`
    select started, started <= now() + ${clockTolerance} as possible
    from (
      select coalesce(
        ${body.startedAt ?? null}::timestamptz,
        now() - make_interval(secs => ${body.durationSeconds ?? 0})
      )::timestamptz(3) as started
    ) as call
  `.execute(tx)
  if (!rows[0]!.possible) throw invalid('startedAt', t`The start of a call cannot be in the future`)
  return rows[0]!.started
}

/** Returns the call queue that gave the person to the user, who has them until they take the next one. */
function queueOf(actor: Actor, applicationId: string) {
  return sql<string | null>`(
    select queue_id from call_claims
    where workspace_id = ${actor.workspaceId} and user_id = ${actor.userId} and not skipped
      and application_id = ${applicationId}
  )`
}

/**
 * Inserts a call logged by hand and returns its id. Without a start time, it ended just now.
 * @throws VALIDATION for a start in the future
 */
export async function insertCall(
  tx: Database,
  actor: Actor,
  body: BodyOf<typeof logCall>,
  call: { candidateId: string; agentId: string | null; values: StoredValues },
): Promise<string> {
  const id = newId()
  const startedAt = await startOf(tx, body)
  const duration = body.durationSeconds ?? null
  await tx
    .insertInto('calls')
    .values({
      workspace_id: actor.workspaceId,
      id,
      application_id: body.applicationId,
      queue_id: body.direction === 'outbound' ? queueOf(actor, body.applicationId) : null,
      candidate_id: call.candidateId,
      agent_id: call.agentId,
      direction: body.direction,
      lifecycle: endReasons[body.endReason].lifecycle,
      end_reason: body.endReason,
      outcome: body.outcome ?? null,
      outcome_set_by: body.outcome ? actor.userId : null,
      callback_at: body.callbackAt ?? null,
      started_at: startedAt,
      ended_at:
        duration === null ? null : sql`${startedAt}::timestamptz + make_interval(secs => ${duration})`,
      duration_seconds: duration,
      summary: body.summary ?? null,
      custom_fields: JSON.stringify(call.values),
      logged_by: actor.userId,
    })
    .execute()
  return id
}
