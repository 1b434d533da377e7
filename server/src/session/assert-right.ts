import { type Permission, permissions, roles } from '@muster/contract/permissions.ts'
import { t, translate } from '#texts'
import { forbidden } from '../http/app-error.ts'
import { roleName } from '../texts/role-name.ts'
import type { Actor } from './actor.ts'

/** @throws FORBIDDEN, saying whether the API key, the role or the person's own rights are in the way */
export function assertRight(actor: Actor, permission: Permission): void {
  if (actor.permissions.has(permission)) return
  if (actor.apiKeyId) throw forbidden(t`This API key lacks the right to do this: ${permission}`)
  const role = roleName(actor.role)
  const ofRole: readonly Permission[] = roles[actor.role].permissions
  if (!ofRole.includes(permission)) throw forbidden(t`Your role (${role}) may not do this`)
  const right = translate(permissions[permission])
  throw forbidden(t`Your role (${role}) may do this, but it was taken from your own rights: ${right}`)
}
