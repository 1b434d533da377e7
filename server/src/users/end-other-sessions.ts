import * as contract from '@muster/contract/user-sessions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { endSessions, evictSessions } from '../session/authenticate.ts'
import { assertRecentSignIn } from '../session/recent-sign-in.ts'

export const endOtherSessions = handler(
  contract.endOtherSessions,
  async ({ tx, actor: { workspaceId, userId, sessionId }, caller, services, afterCommit }) => {
    const who = { workspaceId, userId }
    await assertRecentSignIn(tx, { workspaceId, sessionId })
    const ended = await endSessions(tx, { ...who, exceptSessionId: sessionId }, 'ended by its owner')
    await recordAudit(tx, {
      ...who,
      action: 'session.others_ended',
      ip: caller.ip,
      details: { ended: ended.length },
    })
    afterCommit(() => evictSessions(services.db))
    return { ended: ended.length }
  },
)
