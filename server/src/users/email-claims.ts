import { sql } from 'kysely'
import { spokenLanguage, t } from '#texts'
import type { Database } from '../database/connect.ts'
import { conflict } from '../http/app-error.ts'
import type { Services } from '../services.ts'

interface Person {
  workspaceId: string
  userId: string
}

interface Claim extends Person {
  email: string
  /** Given to somebody new; left out, that of an earlier claim stays. */
  passwordHash?: string | null
  /** Of the person themselves, if they ask for the change. */
  sessionId?: string | null
}

/** Whether somebody has a confirmed address, and so can sign in. */
export async function hasLogin(db: Database, { workspaceId, userId }: Person): Promise<boolean> {
  const { rows } = await sql`
    select from users u join logins l on l.email = u.email and l.workspace_id = u.workspace_id and l.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.id = ${userId}
  `.execute(db)
  return rows.length > 0
}

/**
 * Makes sure that nobody else of the workspace has an address. Those of other workspaces are not looked at: the answer
 * would tell of them.
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
  if (colleague) throw conflict(t`This e-mail is already in use`)
}

/** Queues the email with the link, which voids the one before. Who has the address is found out by the job. */
export async function mailClaim(tx: Database, services: Services, who: Person): Promise<void> {
  await services.jobs.send(tx, 'mail-email-claim', {
    workspaceId: who.workspaceId,
    userId: who.userId,
    language: spokenLanguage(),
  })
}

/** Stores the mailed link of somebody's claim, if any, as one that was good. Call it before the link is void. */
export async function spendLink(tx: Database, { workspaceId, userId }: Person): Promise<void> {
  await sql`
    insert into spent_email_links (workspace_id, user_id, hash)
    select workspace_id, user_id, hash from email_claims
    where workspace_id = ${workspaceId} and user_id = ${userId} and hash is not null
    on conflict do nothing
  `.execute(tx)
}

/** Drops somebody's claim and its link. Returns the address, or null when none was claimed. */
export async function dropClaim(tx: Database, who: Person): Promise<string | null> {
  await spendLink(tx, who)
  const dropped = await tx
    .deleteFrom('email_claims')
    .where('workspace_id', '=', who.workspaceId)
    .where('user_id', '=', who.userId)
    .returning('email')
    .executeTakeFirst()
  return dropped?.email ?? null
}

/** Claims an address for somebody, in place of one claimed before, and mails its owner the link to confirm it. */
export async function claimAddress(tx: Database, services: Services, claim: Claim): Promise<void> {
  const { workspaceId, userId, email, passwordHash, sessionId } = claim
  await spendLink(tx, claim)
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
