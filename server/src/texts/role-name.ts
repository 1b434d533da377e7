import { type Role, roles } from '@muster/contract/permissions.ts'
import { t, translate } from '#texts'

/** A role in the language of whoever is being answered; an owner is also who looks after an application. */
export function roleName(role: Role): string {
  return role === 'owner' ? t({ message: 'Owner', context: 'role' }) : translate(roles[role].name)
}
