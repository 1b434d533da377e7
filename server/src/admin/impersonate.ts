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
import { type AdministeredUserRow, loadForDeed } from './present-administered-user.ts'

const minutes = 30

/** Who is looked through should know: what is seen are their own notifications and contacts. */
async function tell(tx: Database, actor: Actor, user: AdministeredUserRow, reason: string): Promise<void> {
  await notifyAlways(tx, 'impersonated', {
    workspaceId: user.workspace_id,
    userIds: [user.id],
    actorId: null,
    say: () =>
      t`${actor.name}, who runs this installation, looks at Muster as you see it for up to ${minutes} minutes, without changing anything: ${reason}`,
  })
}

/** The secret of its session is thrown away at once, so that nothing can renew it. */
export const impersonate = handler(
  contract.impersonate,
  async ({ tx, actor, body, caller, services: { db, config } }) => {
    const user = await loadForDeed(tx, actor, body.userId, 'impersonate')
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
    await tell(tx, actor, user, body.reason)
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
