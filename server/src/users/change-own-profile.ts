import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { updateCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { reserveMail } from '../mail/mail-limits.ts'
import { evictSessions } from '../session/authenticate.ts'
import { confirmPassword } from '../session/confirm-password.ts'
import { presentCurrentUser } from '../session/present-current-user.ts'
import { assertFreeHere, claimEmail } from './email-claims.ts'

// biome-ignore lint/suspicious/noExplicitAny: of either call
type ProfileCall = Context<any> & { body: BodyOf<typeof updateCurrentUser> }

/** Checks the password if the email changes. It is hashed before the transaction, and a wrong one is counted. */
export async function confirmEmailChange({
  tx: db,
  actor,
  body: { email, currentPassword },
}: ProfileCall): Promise<void> {
  if (email === undefined || email === actor.email) return
  if (!currentPassword) throw invalid('currentPassword', t`Enter your password to change your email`)
  await confirmPassword(db, actor, currentPassword)
}

/**
 * Changes the actor's own profile, after `confirmMove`. The body's schema has no role, permissions or workspace, so
 * they cannot change here. A new email takes the password, since password links go there, and takes effect once
 * confirmed.
 */
export async function changeOwnProfile({ tx, actor, body, caller, services, afterCommit }: ProfileCall) {
  const { workspaceId, userId } = actor
  const { currentPassword: _, email, ...fields } = body
  const movesTo = email === actor.email ? undefined : email
  if (movesTo !== undefined) {
    await assertFreeHere(tx, { workspaceId, userId, email: movesTo })
    await reserveMail(tx, services.config, { workspaceId, userId, recipient: movesTo })
  }
  if (Object.keys(fields).length > 0)
    await tx
      .updateTable('users')
      .set({ ...fields, version: sql`version + 1`, updated_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', userId)
      .execute()
  if (movesTo !== undefined) {
    await claimEmail(tx, services, { workspaceId, userId, email: movesTo, sessionId: actor.sessionId })
    await recordAudit(tx, {
      ...actor,
      action: 'email.change_requested',
      ip: caller.ip,
      subject: { kind: 'user', id: userId },
      details: { before: { email: actor.email }, after: { email: movesTo } },
    })
  }
  if (fields.name !== undefined) {
    await recordAudit(tx, {
      workspaceId,
      userId,
      action: 'user.updated',
      ip: caller.ip,
      subject: { kind: 'user', id: userId },
      details: {
        before: { name: actor.name, email: actor.email },
        after: { name: fields.name, email: actor.email },
      },
    })
    await announce(tx, workspaceId, { kind: 'users-changed', userIds: [userId], actorId: userId })
  }
  afterCommit(() => evictSessions(services.db))
  return presentCurrentUser(tx, services.config, workspaceId, userId)
}
