import * as contract from '@muster/contract/users.ts'
import { handler } from '../http/handler.ts'
import { presentCurrentUser } from '../session/present-current-user.ts'

export const getCurrentUser = handler(contract.getCurrentUser, ({ tx, actor, services }) =>
  presentCurrentUser(tx, services.config, actor.workspaceId, actor.userId, actor.impersonation),
)
