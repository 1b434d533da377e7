import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { forgetSessions } from '../session/authenticate.ts'
import { presentCurrentUser } from '../session/present-current-user.ts'

/** Role, rights and workspace are not in the body's schema, so they cannot be changed here. */
export const updateCurrentUser = handler(
  contract.updateCurrentUser,
  async ({ tx, actor, body, services }) => {
    if (Object.keys(body).length > 0)
      await tx
        .updateTable('users')
        .set({ ...body, version: sql`version + 1`, updated_at: sql`now()` })
        .where('workspace_id', '=', actor.workspaceId)
        .where('id', '=', actor.userId)
        .execute()
    if (body.email !== undefined)
      await tx
        .updateTable('logins')
        .set({ email: body.email })
        .where('workspace_id', '=', actor.workspaceId)
        .where('user_id', '=', actor.userId)
        .execute()
    forgetSessions(services.db)
    return presentCurrentUser(tx, actor.workspaceId, actor.userId)
  },
)
