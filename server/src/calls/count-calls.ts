import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { answeredReasons, conversationReasons } from './end-reasons.ts'

/** Dialled by us; one still queued or canceled was never placed. Conditions on `calls`. */
export const isPlaced: RawBuilder<SqlBool> = sql`(
  calls.direction = 'outbound' and calls.lifecycle not in ('queued', 'canceled')
)`

/** Somebody or something took it; of a completed call it may not be known who. */
export const isAnswered: RawBuilder<SqlBool> = sql`(
  calls.end_reason = any(${answeredReasons}::text[])
  or (calls.end_reason = 'unknown' and calls.lifecycle = 'completed')
)`

export const isConversation: RawBuilder<SqlBool> = sql`calls.end_reason = any(${conversationReasons}::text[])`

/** It is over, and was not called off before. */
export const isAttempt: RawBuilder<SqlBool> = sql`
  calls.lifecycle in ('completed', 'busy', 'no_answer', 'failed')
`

/** Outbound calls of an application up to a moment, since a person was last spoken with before it. */
export async function countTries(
  db: Database,
  workspaceId: string,
  applicationId: string,
  until: string,
): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select count(*)::int as tries from calls
    where workspace_id = ${workspaceId} and application_id = ${applicationId} and direction = 'outbound' and ${isAttempt}
      and started_at <= ${until} and started_at > coalesce((
        select max(started_at) from calls
        where workspace_id = ${workspaceId} and application_id = ${applicationId} and ${isConversation}
          and started_at <= ${until}
      ), '-infinity')
  `.execute(db)
  return rows[0]!.tries
}
