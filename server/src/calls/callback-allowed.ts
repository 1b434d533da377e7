import { t } from '#texts'
import { type AppError, conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'

export function callbackRefused(): AppError {
  return conflict(t`This candidate asked not to be called, so you cannot schedule a callback`)
}

/**
 * Locks the candidate, so nobody marks them as do-not-call before the callback is written.
 * @throws CONFLICT for a candidate marked as do-not-call
 */
export async function assertCallbackAllowed(
  tx: Database,
  workspaceId: string,
  candidateId: string,
): Promise<void> {
  const person = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', candidateId)
    .select('do_not_call')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (person?.do_not_call) throw callbackRefused()
}
