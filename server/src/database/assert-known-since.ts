import { t } from '#texts'
import { AppError, invalid } from '../app-error.ts'
import type { Database } from './connect.ts'

/** Clocks of callers may be ahead of the server's by this much. */
const clockTolerance = 60_000

/**
 * Checks the time since which a caller asks for changes.
 * @throws VALIDATION for a time in the future, RESYNC_REQUIRED for one whose changes were lost when a backup was restored
 */
export async function assertKnownSince(db: Database, since: string): Promise<void> {
  if (new Date(since).getTime() > Date.now() + clockTolerance)
    throw invalid('updatedSince', t`This time is in the future. Send the updatedUntil of your last read.`)
  const { restored_at: until, restored_from: from } = await db
    .selectFrom('installation')
    .select(['restored_at', 'restored_from'])
    .executeTakeFirstOrThrow()
  if (!until || new Date(since) >= new Date(until) || (from && new Date(since) <= new Date(from))) return
  throw new AppError(
    'RESYNC_REQUIRED',
    t`A backup was restored after this time. Read everything again, without updatedSince.`,
    { details: { restoredAt: until } },
  )
}
