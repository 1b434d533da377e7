import * as contract from '@muster/contract/user-sessions.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { findSessions } from './find-sessions.ts'

export const listUserSessions = handler(contract.listUserSessions, async ({ tx, actor, params, query }) => {
  const { workspaceId, sessionId } = actor
  const user = await tx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', params.id)
    .select('id')
    .executeTakeFirst()
  if (!user) throw notFound(t`User`)
  return findSessions(tx, { workspaceId, userId: user.id, currentId: sessionId }, query)
})
