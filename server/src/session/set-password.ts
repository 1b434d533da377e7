import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { isShortPassword } from './password-rules.ts'

/**
 * Sets a user's password from its hash. Mailed links to set one become void. A `given` one, chosen by somebody else,
 * expires, and they must change it at sign-in.
 */
export async function setPassword(
  tx: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { password, hash, given = false }: { password: string; hash: string; given?: boolean },
): Promise<void> {
  await tx
    .updateTable('logins')
    .set({
      password_hash: hash,
      short_password: isShortPassword(password),
      given_at: given ? sql<string>`now()` : null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
  await voidPasswordLinks(tx, { workspaceId, userId })
}

/** Voids the mailed links with which a user could set a password. Returns those that were unused. */
export function voidPasswordLinks(
  tx: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<{ id: string }[]> {
  return tx
    .updateTable('password_tokens')
    .set({ used_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('id')
    .execute()
}

/** Removes a user's password until they set one by a mailed link. */
export async function clearPassword(
  tx: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  await tx
    .updateTable('logins')
    .set({ password_hash: null, short_password: false, given_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
}

/** Tells whether a user signs in with a second factor. */
export async function hasSecondFactor(
  db: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .select('user_id')
    .executeTakeFirst()
  return row !== undefined
}
