import type { Actor } from '../session/actor.ts'
import { assertPermission } from '../session/assert-permission.ts'

const permission = 'workspace:manage'

/** Whether the actor sees the schedules of other users, and may pause and delete them. */
export function managesSchedules(actor: Actor): boolean {
  return actor.permissions.has(permission)
}

/** @throws FORBIDDEN */
export function assertManagesSchedules(actor: Actor): void {
  assertPermission(actor, permission)
}
