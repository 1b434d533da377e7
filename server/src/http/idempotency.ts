import { sql } from 'kysely'
import { t } from '#texts'
import { AppError, conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

interface Attempt {
  key: string
  endpoint: string
  /** Hash of the address and body: the same key with another request is a mistake. */
  hash: string
  /** The response carries a secret, so it must not be stored. */
  showsSecret?: boolean | undefined
}

/**
 * Runs `work` once for each key of a caller. A repeat, even a concurrent one, gets the first response. The key is
 * written in the transaction of the work, so both are committed or neither.
 * @throws VALIDATION when the key was used for another request; CONFLICT for a repeat whose response was a secret
 */
export async function withIdempotencyKey(
  tx: Database,
  actor: Actor,
  attempt: Attempt,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const row = { workspace_id: actor.workspaceId, user_id: actor.userId, key: attempt.key }
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ ...row, endpoint: attempt.endpoint, request_hash: attempt.hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const mine = tx
    .selectFrom('idempotency_keys')
    .where('workspace_id', '=', row.workspace_id)
    .where('user_id', '=', row.user_id)
    .where('key', '=', row.key)
  if (!inserted) {
    const earlier = await mine.select(['endpoint', 'request_hash', 'response']).executeTakeFirstOrThrow()
    if (earlier.endpoint !== attempt.endpoint || earlier.request_hash !== attempt.hash)
      throw new AppError('VALIDATION', t`This Idempotency-Key was used for another request`, {
        details: { 'Idempotency-Key': [t`Already used for another request`] },
      })
    if (attempt.showsSecret)
      throw conflict(t`This request was already completed. Its response is shown only once.`)
    return (earlier.response as { answer?: unknown }).answer
  }
  const answer = await work()
  await tx
    .updateTable('idempotency_keys')
    .set({ response: sql`${JSON.stringify(attempt.showsSecret ? {} : { answer })}::jsonb` })
    .where('workspace_id', '=', row.workspace_id)
    .where('user_id', '=', row.user_id)
    .where('key', '=', row.key)
    .execute()
  return answer
}
