import * as contract from '@muster/contract/user-sessions.ts'
import { handler } from '../http/handler.ts'
import { findSessions } from './find-sessions.ts'

export const listMySessions = handler(contract.listMySessions, ({ tx, actor, query }) =>
  findSessions(tx, { ...actor, currentId: actor.sessionId }, query),
)
