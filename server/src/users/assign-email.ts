import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { voidPasswordLinks } from '../session/set-password.ts'

/** Frees the email of a deleted user when somebody else needs it. */
async function releaseEmail(tx: Database, email: string): Promise<void> {
  await sql`
    delete from logins l using users u
    where l.email = ${email} and u.workspace_id = l.workspace_id and u.id = l.user_id and u.deleted_at is not null
  `.execute(tx)
}

/**
 * Assigns a confirmed email to a user who has none yet. Returns whether it was free in the whole installation. A
 * password that `isGiven` was not chosen by its owner.
 */
export async function assignEmail(
  tx: Database,
  login: {
    email: string
    workspaceId: string
    userId: string
    passwordHash: string
    shortPassword?: boolean
    isGiven?: boolean
  },
): Promise<boolean> {
  await releaseEmail(tx, login.email)
  const claimed = await tx
    .insertInto('logins')
    .values({
      email: login.email,
      workspace_id: login.workspaceId,
      user_id: login.userId,
      password_hash: login.passwordHash,
      short_password: login.shortPassword ?? false,
      given_at: login.isGiven ? sql<string>`now()` : null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('email')
    .executeTakeFirst()
  return claimed !== undefined
}

/**
 * Changes a user's email to a confirmed one. Links sent to the old address become void.
 * @throws the database's unique violation when somebody has it
 */
export async function changeEmail(
  tx: Database,
  { email, workspaceId, userId }: { email: string; workspaceId: string; userId: string },
): Promise<void> {
  await releaseEmail(tx, email)
  await tx
    .updateTable('logins')
    .set({ email })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
  await voidPasswordLinks(tx, { workspaceId, userId })
}
