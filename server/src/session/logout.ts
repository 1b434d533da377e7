import * as contract from '@muster/contract/auth.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { endSessions, forgetSessions } from './authenticate.ts'

export const logout = handler(
  contract.logout,
  async ({ tx: db, actor, caller }) => {
    await endSessions(db, actor, 'signed out')
    await recordAudit(db, { ...actor, action: 'logout', ip: caller.ip })
    forgetSessions(db)
    return undefined
  },
  // Forgetting must come after the end is committed, or a request in between would remember the session again.
  { transaction: false },
)
