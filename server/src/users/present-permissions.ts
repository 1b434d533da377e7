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
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { selectColleagues } from './select-colleagues.ts'
import { type Managed, permissionsOf, whyNotUser } from './user-policy.ts'

function whyNotSwitch(actor: Actor, user: Managed, permission: Permission, held: boolean): string | null {
  const general = whyNotUser(actor, 'changeRights', user)
  if (general) return general
  if (permission === 'platform:manage') return t`Only superadmins have this`
  if (!mayHold(user.role as Role, permission)) return t`A client reviewer cannot have this`
  return held || actor.permissions.has(permission) ? null : t`You do not have it yourself`
}

/** @throws NOT_FOUND also for another workspace's user, and for one deleted */
export async function loadPermissions(
  db: Database,
  actor: Actor,
  id: string,
): Promise<ResponseOf<typeof getUserPermissions>> {
  const user = await selectColleagues(db, actor)
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
      whyNot: whyNotSwitch(actor, user, permission, held.has(permission)),
    })),
  }
}
