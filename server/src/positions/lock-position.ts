import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'
import { statusesOf } from './present-position.ts'

/**
 * Locks a position. Everyone who changes a position locks it first, then statuses, then applications by id. This one
 * order prevents deadlocks.
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

/** Blocks applications from entering the statuses. Locks in order of id, as everyone does. */
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

/** Locks the status's position. Returns the status and all statuses of the position in order. */
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
