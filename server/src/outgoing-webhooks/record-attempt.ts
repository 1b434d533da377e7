import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { PostResult } from './post.ts'

/** Seconds until the next attempt. The last value repeats until a day has passed. */
const retryDelays = [10, 60, 300, 1800, 3600, 2 * 3600, 4 * 3600, 8 * 3600]

interface Attempted {
  workspace_id: string
  id: string
  webhook_id: string
  attempts: number
  payload: string
}

export function isAccepted({ status }: PostResult): boolean {
  return status !== null && status >= 200 && status < 300
}

export async function recordAttempt(tx: Database, delivery: Attempted, posted: PostResult): Promise<void> {
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
  const taken = isAccepted(posted)
  const next = sql<string>`now() + make_interval(secs => ${retryDelays[Math.min(attempts, retryDelays.length) - 1]!})`
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
    // Pausing the webhook may have ended the delivery in the meantime.
    .where('state', '=', 'pending')
    .execute()
}
