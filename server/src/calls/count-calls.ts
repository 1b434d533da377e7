import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Conditions on `calls`. Placed: outbound and dialled. Queued and canceled calls were never placed. */
export const isPlaced: RawBuilder<SqlBool> = sql`call_is_placed(calls.direction, calls.lifecycle)`

/** Muster asked a provider to place it: for a voice campaign, or from a user's browser. */
export const isFromMuster = sql<SqlBool>`(calls.campaign_id is not null or calls.parent_call_id is not null)`

/** Answered by a person, a mailbox or a menu. A completed call may not say by whom. */
export const isAnswered: RawBuilder<SqlBool> = sql`call_is_answered(calls.end_reason, calls.lifecycle)`

export const isConversation: RawBuilder<SqlBool> = sql`call_is_conversation(calls.end_reason)`

/** The call ended and was not canceled. */
export const isAttempt: RawBuilder<SqlBool> = sql`
  calls.lifecycle in ('completed', 'busy', 'no_answer', 'failed')
`

/** Counts outbound attempts of an application up to `until`, since the last conversation before it. */
export async function countAttempts(
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
