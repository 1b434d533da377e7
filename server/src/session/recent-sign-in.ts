import { sql } from 'kysely'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from './actor.ts'

/** How long a sign-in, or a later entry of a password or code, counts as recent. */
const recentMinutes = 10

type InSession = Pick<Actor, 'workspaceId' | 'sessionId'>

/** Stores that the session's user has entered their password or a code. */
export async function noteConfirmed(db: Database, { workspaceId, sessionId }: InSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sessionId)
    .execute()
}

/**
 * Confirms that the session is still used by its owner, before a sensitive change.
 * @throws PASSWORD_REQUIRED unless they signed in, or entered their password or a code, within the last 10 minutes
 */
export async function assertRecentSignIn(db: Database, { workspaceId, sessionId }: InSession): Promise<void> {
  const recent = await db
    .selectFrom('sessions')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sessionId)
    .where(sql<boolean>`coalesce(confirmed_at, created_at) > now() - make_interval(mins => ${recentMinutes})`)
    .select('id')
    .executeTakeFirst()
  if (!recent) throw new AppError('PASSWORD_REQUIRED', t`Enter your password to continue`)
}
