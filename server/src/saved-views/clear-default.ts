import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

/** A list opens with one view: whoever makes another the default holds their own user row meanwhile. */
export async function clearDefault(tx: Database, actor: Actor, screen: string): Promise<void> {
  await tx
    .selectFrom('users')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', actor.userId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  await tx
    .updateTable('saved_views')
    .set({ is_default: false })
    .where('workspace_id', '=', actor.workspaceId)
    .where('user_id', '=', actor.userId)
    .where('screen', '=', screen)
    .where('is_default', '=', true)
    .execute()
}
