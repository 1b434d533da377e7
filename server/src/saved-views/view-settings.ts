import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

interface ViewSettings {
  is_default?: boolean
  ordinal?: number
  seen_at?: RawBuilder<string>
}

/** Stores the actor's settings for a view they see. */
export async function storeViewSettings(
  tx: Database,
  actor: Actor,
  viewId: string,
  use: ViewSettings,
): Promise<void> {
  await tx
    .insertInto('saved_view_uses')
    .values({ workspace_id: actor.workspaceId, user_id: actor.userId, view_id: viewId, ...use })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id', 'view_id']).doUpdateSet(use))
    .execute()
}

/** Sets the default view of a list. Locks the actor's user row, so there is only one. */
export async function setDefault(
  tx: Database,
  actor: Actor,
  view: { id: string; screen: string },
  isDefault: boolean,
): Promise<void> {
  await tx
    .selectFrom('users')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', actor.userId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (isDefault) {
    await sql`
      update saved_view_uses as u set is_default = false
      from saved_views v
      where u.workspace_id = ${actor.workspaceId} and u.user_id = ${actor.userId} and u.is_default
        and v.workspace_id = u.workspace_id and v.id = u.view_id and v.screen = ${view.screen}
    `.execute(tx)
  }
  await storeViewSettings(tx, actor, view.id, { is_default: isDefault })
}
