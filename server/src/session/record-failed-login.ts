import { createHash } from 'node:crypto'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import type { Caller } from '../http/handler.ts'

interface Failed {
  email: string
  caller: Caller
  because: 'password' | 'locked' | 'not active' | 'workspace suspended'
}

/**
 * Logs a failed sign-in: in the log of the account's workspace or, for an unknown address, in the installation's own,
 * by a hash of the address. Both insert one row, so they take the same time.
 */
export async function recordFailedLogin(
  db: Database,
  found: { id: string; workspace_id: string } | undefined,
  { email, caller, because }: Failed,
): Promise<void> {
  const { ip, userAgent } = caller
  if (found)
    return recordAudit(db, {
      workspaceId: found.workspace_id,
      userId: found.id,
      action: 'login.failed',
      ip,
      userAgent,
      details: { because },
    })
  await db
    .insertInto('unknown_logins')
    .values({
      id: newId(),
      email_hash: createHash('sha256').update(email).digest('hex'),
      ip,
      user_agent: userAgent,
    })
    .execute()
}

/** Logs a sign-in that was refused unchecked, since too many preceded it. */
export async function recordLockedLogin(db: Database, email: string, caller: Caller): Promise<void> {
  const found = await db
    .selectFrom('logins')
    .where('email', '=', email)
    .select(['user_id as id', 'workspace_id'])
    .executeTakeFirst()
  await recordFailedLogin(db, found, { email, caller, because: 'locked' })
}
