import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { positionScope } from './position-policy.ts'
import { statusesOf } from './present-position.ts'

/**
 * Whoever changes a position or its statuses locks the position first, then statuses, then applications by id:
 * one order for everyone, so that nobody waits in a circle.
 * @throws NOT_FOUND
 */
export async function lockPosition(tx: Database, actor: Actor, id: string) {
  const position = await tx
    .selectFrom('positions')
    .where('positions.workspace_id', '=', actor.workspaceId)
    .where('positions.id', '=', id)
    .where('positions.deleted_at', 'is', null)
    .where(positionScope(actor))
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!position) throw notFound(t`Position`)
  return position
}

/** Locks statuses against applications coming in, by id as everyone does. */
export async function lockStatuses(tx: Database, workspaceId: string, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('statuses')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

/** The status and all of its position's in order, the position locked. */
export async function lockStatusOfPosition(tx: Database, actor: Actor, id: string) {
  const found = await tx
    .selectFrom('statuses')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('position_id')
    .executeTakeFirst()
  if (!found) throw notFound(t`Status`)
  const position = await lockPosition(tx, actor, found.position_id)
  const statuses = await statusesOf(tx, actor.workspaceId, position.id)
  const status = statuses.find((each) => each.id === id)
  if (!status) throw notFound(t`Status`)
  return { position, status, statuses }
}
