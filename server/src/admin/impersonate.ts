import * as contract from '@muster/contract/admin-users.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { notifyAlways } from '../notifications/notify.ts'
import { signAccessToken } from '../session/access-token.ts'
import type { Actor } from '../session/actor.ts'
import { presentCurrentUser } from '../session/present-current-user.ts'
import { hashSecret, newSecretToken } from '../session/secret-token.ts'
import { signingKeys } from '../session/signing-key.ts'
import { type AdministeredUserRow, loadForAction } from './present-administered-user.ts'

const minutes = 30

/** Notifies the impersonated user, since the superadmin sees their notifications and contacts. */
async function notifyUser(
  tx: Database,
  actor: Actor,
  user: AdministeredUserRow,
  reason: string,
): Promise<void> {
  await notifyAlways(tx, 'impersonated', {
    workspaceId: user.workspace_id,
    userIds: [user.id],
    actorId: null,
    text: () =>
      t`${actor.name}, who manages this installation, is viewing Muster as you for up to ${minutes} minutes and cannot change anything. Reason: ${reason}`,
  })
}

/** Starts a session as another user. Its refresh secret is discarded, so the session can never be renewed. */
export const impersonate = handler(
  contract.impersonate,
  async ({ tx, actor, body, caller, services: { db, config } }) => {
    const user = await loadForAction(tx, actor, body.userId, 'impersonate')
    const token = newSecretToken(user.workspace_id, newId())
    const { expires_at: until, now } = await tx
      .insertInto('sessions')
      .values({
        workspace_id: token.workspaceId,
        id: token.id,
        user_id: user.id,
        current_hash: hashSecret(token.secret),
        user_agent: caller.userAgent,
        ip: caller.ip,
        impersonator_workspace_id: actor.workspaceId,
        impersonator_id: actor.userId,
        impersonation_reason: body.reason,
        expires_at: sql<string>`now() + make_interval(mins => ${minutes})`,
      })
      .returning(['expires_at', sql<number>`floor(extract(epoch from now()))::bigint`.as('now')])
      .executeTakeFirstOrThrow()
    await recordAudit(tx, {
      workspaceId: user.workspace_id,
      userId: actor.userId,
      action: 'impersonation.started',
      ip: caller.ip,
      subject: { kind: 'user', id: user.id },
      details: { reason: body.reason, by: actor.name },
    })
    await notifyUser(tx, actor, user, body.reason)
    const claims = { userId: user.id, workspaceId: user.workspace_id, sessionId: token.id }
    const seconds = minutes * 60
    const by = { id: actor.userId, name: actor.name }
    return {
      access_token: await signAccessToken(claims, (await signingKeys(db)).access, now, seconds),
      token_type: 'Bearer' as const,
      expires_in: seconds,
      user: await presentCurrentUser(tx, config, user.workspace_id, user.id, {
        by,
        reason: body.reason,
        until: until!,
      }),
    }
  },
)
