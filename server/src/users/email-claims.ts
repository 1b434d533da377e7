import { sql } from 'kysely'
import { currentLanguage, t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Services } from '../services.ts'

interface Person {
  workspaceId: string
  userId: string
}

interface Claim extends Person {
  email: string
  /** Set for a new user. If undefined, that of an earlier claim stays. */
  passwordHash?: string | null
  /** The user's own session, if they requested the change. */
  sessionId?: string | null
}

/** Returns whether a user has a confirmed email, and so can sign in. */
export async function hasLogin(db: Database, { workspaceId, userId }: Person): Promise<boolean> {
  const { rows } = await sql`
    select from users u join logins l on l.email = u.email and l.workspace_id = u.workspace_id and l.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.id = ${userId}
  `.execute(db)
  return rows.length > 0
}

/**
 * Checks that nobody else in the workspace has an email. Other workspaces are not checked, as the answer would reveal
 * them.
 * @throws CONFLICT
 */
export async function assertFreeHere(
  tx: Database,
  { workspaceId, email, userId }: { workspaceId: string; email: string; userId?: string },
): Promise<void> {
  const colleague = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('id', '!=', userId!))
    .select('id')
    .executeTakeFirst()
  if (colleague) throw conflict(t`This email is already in use`)
}

/** Queues the email with the link, which voids the previous one. The job checks who has the address. */
export async function mailClaim(tx: Database, services: Services, who: Person): Promise<void> {
  await services.jobs.send(tx, 'mail-email-claim', {
    workspaceId: who.workspaceId,
    userId: who.userId,
    language: currentLanguage(),
  })
}

/** Remembers a claim's link as once valid. Call it before the link is voided. */
export async function markLinkSpent(tx: Database, { workspaceId, userId }: Person): Promise<void> {
  await sql`
    insert into spent_email_links (workspace_id, user_id, hash)
    select workspace_id, user_id, hash from email_claims
    where workspace_id = ${workspaceId} and user_id = ${userId} and hash is not null
    on conflict do nothing
  `.execute(tx)
}

/** Deletes a user's claim and its link. Returns the address, or null if there was none. */
export async function dropClaim(tx: Database, who: Person): Promise<string | null> {
  await markLinkSpent(tx, who)
  const dropped = await tx
    .deleteFrom('email_claims')
    .where('workspace_id', '=', who.workspaceId)
    .where('user_id', '=', who.userId)
    .returning('email')
    .executeTakeFirst()
  return dropped?.email ?? null
}

/** Claims an email for a user, replacing an earlier claim, and emails its owner the link that confirms it. */
export async function claimEmail(tx: Database, services: Services, claim: Claim): Promise<void> {
  const { workspaceId, userId, email, passwordHash, sessionId } = claim
  await markLinkSpent(tx, claim)
  await tx
    .insertInto('email_claims')
    .values({
      workspace_id: workspaceId,
      user_id: userId,
      email,
      password_hash: passwordHash ?? null,
      session_id: sessionId ?? null,
      expires_at: sql`now()`,
    })
    .onConflict((existing) =>
      existing.columns(['workspace_id', 'user_id']).doUpdateSet({
        email,
        hash: null,
        session_id: sessionId ?? null,
        created_at: sql`now()`,
        ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      }),
    )
    .execute()
  await mailClaim(tx, services, { workspaceId, userId })
}
