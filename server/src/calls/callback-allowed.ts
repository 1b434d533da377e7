import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { type AppError, conflict } from '../http/app-error.ts'

export function callbackRefused(): AppError {
  return conflict(t`This person asked not to be called, so a callback cannot be set`)
}

/**
 * Locks the person, so that nobody marks them as do-not-call until the callback is written.
 * @throws CONFLICT for a person who asked not to be called
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
  if (person?.do_not_call) throw conflict(t`This person asked not to be called, so a callback cannot be set`)
}
