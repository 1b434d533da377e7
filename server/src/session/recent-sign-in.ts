import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { AppError } from '../http/app-error.ts'
import type { Actor } from './actor.ts'

/** How long a sign-in, or a password or code entered later, counts as recent. */
const recentMinutes = 10

type InSession = Pick<Actor, 'workspaceId' | 'sessionId'>

/** Notes that the owner of a session has entered their password or a code in it. */
export async function noteConfirmed(db: Database, { workspaceId, sessionId }: InSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sessionId)
    .execute()
}

/**
 * Makes sure that whoever holds a session is still its owner, before other sessions are ended.
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
  if (!recent) throw new AppError('PASSWORD_REQUIRED', t`Enter your password to go on`)
}
