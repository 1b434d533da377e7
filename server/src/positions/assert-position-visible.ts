import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'

/** @throws NOT_FOUND also for another workspace's position, one out of the actor's scope, and a deleted one */
export async function assertPositionVisible(db: Database, actor: Actor, id: string): Promise<void> {
  const position = await db
    .selectFrom('positions')
    .where('positions.workspace_id', '=', actor.workspaceId)
    .where('positions.id', '=', id)
    .where('positions.deleted_at', 'is', null)
    .where(positionScope(actor))
    .select('positions.id')
    .executeTakeFirst()
  if (!position) throw notFound(t`Position`)
}
