import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { getUserPermissions } from '@muster/contract/manage-users.ts'
import {
  mayHold,
  type Permission,
  permissionKeys,
  permissions,
  type Role,
  roles,
} from '@muster/contract/permissions.ts'
import { t, translate } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { type Managed, permissionsOf, userRefusal } from '../policies/user-policy.ts'
import type { Actor } from '../session/actor.ts'
import { selectUsers } from './select-users.ts'

function switchRefusal(actor: Actor, user: Managed, permission: Permission, held: boolean): string | null {
  const general = userRefusal(actor, 'changeRights', user)
  if (general) return general
  if (permission === 'platform:manage') return t`Superadmins only`
  if (!mayHold(user.role as Role, permission)) return t`Not available to client reviewers`
  return held || actor.permissions.has(permission) ? null : t`You do not have this permission yourself`
}

/** @throws NOT_FOUND also for another workspace's user, and for a deleted one */
export async function loadPermissions(
  db: Database,
  actor: Actor,
  id: string,
): Promise<ResponseOf<typeof getUserPermissions>> {
  const user = await selectUsers(db, actor)
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw notFound(t`User`)
  const role = user.role as Role
  const held = new Set(permissionsOf(user))
  const own: ReadonlySet<Permission> = new Set<Permission>(roles[role].permissions)
  const from = (permission: Permission) => {
    if (held.has(permission)) return own.has(permission) ? 'role' : 'granted'
    return own.has(permission) ? 'revoked' : null
  }
  return {
    role,
    version: user.version,
    items: permissionKeys.map((permission) => ({
      permission,
      description: translate(permissions[permission]),
      held: held.has(permission),
      from: from(permission),
      whyNot: switchRefusal(actor, user, permission, held.has(permission)),
    })),
  }
}
