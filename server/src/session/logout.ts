import * as contract from '@muster/contract/auth.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from './actor.ts'
import { endSessions, forgetSessions } from './authenticate.ts'

/** Whoever looked through somebody's eyes has only stopped looking. */
function signedOut({ userId, impersonation }: Actor) {
  if (!impersonation) return { action: 'logout' }
  const { by, reason } = impersonation
  return {
    userId: by.id,
    action: 'impersonation.ended',
    subject: { kind: 'user', id: userId },
    details: { by: by.name, reason },
  }
}

export const logout = handler(
  contract.logout,
  async ({ tx: db, actor, caller }) => {
    await endSessions(db, actor, 'signed out')
    await recordAudit(db, { ...actor, ...signedOut(actor), ip: caller.ip })
    forgetSessions(db)
    return undefined
  },
  // Forgetting must come after the end is committed, or a request in between would remember the session again.
  { transaction: false },
)
