import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { AppError, conflict } from './app-error.ts'

interface Attempt {
  key: string
  endpoint: string
  /** Of the address and body: the same key with another request is a mistake. */
  hash: string
  /** What it answers must not be kept. */
  showsSecret?: boolean | undefined
}

/**
 * Runs `work` once for a key of the caller's: a repeat, also one sent at the same time, gets the first answer.
 * The key is written in the same transaction as the work, so the two are kept or lost together.
 * @throws VALIDATION when the key was used for another request; CONFLICT for a repeat whose answer was a secret
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
        details: { 'Idempotency-Key': [t`Was used for another request`] },
      })
    if (attempt.showsSecret) throw conflict(t`This was done already. What it answered is shown only once.`)
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
