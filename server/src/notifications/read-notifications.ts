import * as contract from '@muster/contract/notifications.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'

/** Other users' ids change nothing. The user's other tabs get an event. */
export const readNotifications = handler(contract.readNotifications, async ({ tx, actor, body }) => {
  const read = body?.read ?? true
  const changed = await tx
    .updateTable('notifications')
    .set({ read_at: read ? sql`now()` : null })
    .where('workspace_id', '=', actor.workspaceId)
    .where('user_id', '=', actor.userId)
    .where('read_at', read ? 'is' : 'is not', null)
    .$if(body?.ids !== undefined, (query) => query.where(sql<boolean>`id = any(${body!.ids}::uuid[])`))
    .returning('id')
    .execute()
  if (changed.length > 0)
    await announce(tx, actor.workspaceId, { kind: 'notified', userId: actor.userId, actorId: actor.userId })
  return { ids: changed.map(({ id }) => id) }
})
