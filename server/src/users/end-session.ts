import * as contract from '@muster/contract/user-sessions.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { assertMay } from '../policies/user-policy.ts'
import { endSessions, evictSessions } from '../session/authenticate.ts'
import { assertRecentSignIn } from '../session/recent-sign-in.ts'
import { lockUsers } from './lock-users.ts'

/** Without the permission to manage users, other users' sessions do not exist. */
export const endSession = handler(
  contract.endSession,
  async ({ tx, actor, params, caller, services, afterCommit }) => {
    const { workspaceId } = actor
    const session = await tx
      .selectFrom('sessions')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.id)
      .where('ended_at', 'is', null)
      .select(['id', 'user_id'])
      .executeTakeFirst()
    const isMine = session?.user_id === actor.userId
    if (!session || !(isMine || actor.permissions.has('users:manage'))) throw notFound(t`Session`)
    if (isMine && session.id !== actor.sessionId) await assertRecentSignIn(tx, actor)
    if (!isMine) {
      const locked = await lockUsers(tx, actor, [session.user_id])
      assertMay(locked.manager, 'edit', locked.find(session.user_id)!)
    }
    const userId = session.user_id
    await endSessions(
      tx,
      { workspaceId, userId, sessionId: session.id },
      isMine ? 'ended by its owner' : 'ended by a colleague',
    )
    await recordAudit(tx, {
      workspaceId,
      userId: actor.userId,
      action: 'session.ended',
      ip: caller.ip,
      subject: { kind: 'user', id: userId },
      details: { sessionId: session.id },
    })
    afterCommit(() => evictSessions(services.db))
    return undefined
  },
)
