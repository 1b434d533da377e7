import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { answeredReasons, conversationReasons } from './end-reasons.ts'

/** Dialled by us; one still queued or canceled was never placed. Conditions on `calls`. */
export const isPlaced: RawBuilder<SqlBool> = sql`(
  calls.direction = 'outbound' and calls.lifecycle not in ('queued', 'canceled')
)`

export const isAnswered: RawBuilder<SqlBool> = sql`calls.end_reason = any(${answeredReasons}::text[])`

export const isConversation: RawBuilder<SqlBool> = sql`calls.end_reason = any(${conversationReasons}::text[])`

/** Calls of an application since a person was last spoken with. */
export async function countTries(db: Database, workspaceId: string, applicationId: string): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select count(*)::int as tries from calls
    where workspace_id = ${workspaceId} and application_id = ${applicationId}
      and started_at > coalesce((
        select max(started_at) from calls
        where workspace_id = ${workspaceId} and application_id = ${applicationId} and ${isConversation}
      ), '-infinity')
  `.execute(db)
  return rows[0]!.tries
}
