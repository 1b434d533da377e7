import { type Permission, permissions, roles } from '@muster/contract/permissions.ts'
import { t, translate } from '#texts'
import { forbidden } from '../app-error.ts'
import { roleName } from '../texts/role-name.ts'
import type { Actor } from './actor.ts'

/** @throws FORBIDDEN, which names the obstacle: the API key, the role or the user's own permissions */
export function assertPermission(actor: Actor, permission: Permission): void {
  if (actor.permissions.has(permission)) return
  if (actor.apiKeyId) throw forbidden(t`This API key does not have this permission: ${permission}`)
  const role = roleName(actor.role)
  const ofRole: readonly Permission[] = roles[actor.role].permissions
  if (!ofRole.includes(permission))
    throw forbidden(t`Your role (${role}) does not have permission to do this`)
  const right = translate(permissions[permission])
  throw forbidden(t`Your role (${role}) has this permission, but it was removed for you: ${right}`)
}
