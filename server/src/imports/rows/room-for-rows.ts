import { effectivePermissions, type Role } from '@muster/contract/permissions.ts'
import type { Database } from '../../database/connect.ts'
import { planLimitReached, planRoom } from '../../plans/plan-room.ts'
import type { ImportOrder } from '../open-import.ts'
import type { RoomForRows } from './plan-rows.ts'

/**
 * How many applications the plan leaves to so many rows of an import, and what those are told that find none; that is
 * looked up only where there is not enough for all. With `lock`, until the transaction ends nobody else takes from it.
 */
export async function roomForRows(
  db: Database,
  { workspaceId, userId }: Pick<ImportOrder, 'workspaceId' | 'userId'>,
  { rows, lock }: { rows: number; lock: boolean },
): Promise<RoomForRows> {
  const room = await planRoom(db, workspaceId, 'applicationsAMonth', { lock })
  if (room.details === null || room.left >= rows)
    return { left: room.left, refusal: { code: 'plan_limit', message: '' } }
  const starter = await db
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .select(['role', 'granted_permissions', 'revoked_permissions'])
    .executeTakeFirstOrThrow()
  const permissions = new Set(
    effectivePermissions(starter.role as Role, starter.granted_permissions, starter.revoked_permissions),
  )
  // As it is said once the last of the room is taken.
  const full = { ...room, details: { ...room.details, used: room.details.used + room.left } }
  const { message } = await planLimitReached(db, { workspaceId, permissions }, full)
  return { left: room.left, refusal: { code: 'plan_limit', message } }
}
