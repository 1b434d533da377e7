import { type Role, roles } from '@muster/contract/permissions.ts'
import { t, translate } from '#texts'

/** Returns a role's name in the current language. In other contexts "owner" means an application's owner. */
export function roleName(role: Role): string {
  return role === 'owner' ? t({ message: 'Owner', context: 'role' }) : translate(roles[role].name)
}
