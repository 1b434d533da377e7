import * as contract from '@muster/contract/auth.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from './actor.ts'
import { endSessions, evictSessions } from './authenticate.ts'

/** During impersonation, only the impersonation ends. */
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
    await endSessions(db, { ...actor, keepsDevice: true }, 'signed out')
    await recordAudit(db, { ...actor, ...signedOut(actor), ip: caller.ip })
    evictSessions(db)
    return undefined
  },
  // The cache must be emptied after the commit, or a request in between would cache the session again.
  { transaction: false },
)
