import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Posted } from './post.ts'

/** Until the next attempt, in seconds; after the last of them it stays at that, until a day is over. */
const waits = [10, 60, 300, 1800, 3600, 2 * 3600, 4 * 3600, 8 * 3600]

interface Attempted {
  workspace_id: string
  id: string
  webhook_id: string
  attempts: number
  payload: string
}

export function isTaken({ status }: Posted): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Keeps what became of an attempt, and when the next is due if one is. */
export async function noteAttempt(tx: Database, delivery: Attempted, posted: Posted): Promise<void> {
  const { workspace_id, id, attempts, payload } = delivery
  await tx
    .insertInto('webhook_attempts')
    .values({
      workspace_id,
      delivery_id: id,
      number: attempts,
      duration_ms: posted.durationMs,
      status: posted.status,
      answer: posted.answer,
      error: posted.error,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const taken = isTaken(posted)
  const next = sql<string>`now() + make_interval(secs => ${waits[Math.min(attempts, waits.length) - 1]!})`
  const isLast = sql<boolean>`${next} > give_up_at`
  await tx
    .updateTable('webhook_deliveries')
    .set({
      payload,
      state: taken ? 'delivered' : sql<string>`case when ${isLast} then 'failed' else 'pending' end`,
      next_attempt_at: taken ? null : sql<string>`case when not ${isLast} then ${next} end`,
      ended_at: taken ? sql<string>`now()` : sql<string>`case when ${isLast} then now() end`,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    // Pausing the webhook may have ended it meanwhile.
    .where('state', '=', 'pending')
    .execute()
}
