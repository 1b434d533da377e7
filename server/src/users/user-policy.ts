import {
  effectivePermissions,
  type Permission,
  type Role,
  roleKeys,
  roles,
} from '@muster/contract/permissions.ts'
import type { userAbilities } from '@muster/contract/users.ts'
import { t } from '#texts'
import { forbidden } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { roleName } from '../texts/role-name.ts'

/** Who acts, as far as it decides what they may do with colleagues. */
export type Manager = Pick<Actor, 'userId' | 'role' | 'permissions'>

/** What of a colleague decides who may do what with them. */
export interface Managed {
  id: string
  role: string
  status: string
  granted_permissions: readonly string[]
  revoked_permissions: readonly string[]
  deleted_at: string | null
  /** Nobody else of their role is active, and somebody of it must be: an owner, or the superadmin. */
  is_last: boolean
}

export type UserAbility = (typeof userAbilities)[number]

function rank(role: Role): number {
  return roleKeys.indexOf(role)
}

export function permissionsOf(user: Pick<Managed, 'role' | 'granted_permissions' | 'revoked_permissions'>) {
  return effectivePermissions(user.role as Role, user.granted_permissions, user.revoked_permissions)
}

/** Why somebody may not act on a colleague of this role at all, or null. */
function whyNotOnRole(manager: Manager, role: Role): string | null {
  if (!manager.permissions.has('users:manage')) return t`You may not manage colleagues`
  return rank(role) < rank(manager.role) ? t`${roleName(role)} is a higher role than yours` : null
}

/** Why somebody may not give these rights, or null: nobody gives what they do not have. */
export function whyNotGive(manager: Manager, given: readonly Permission[]): string | null {
  return given.every((permission) => manager.permissions.has(permission))
    ? null
    : t`It has rights you do not have yourself`
}

function whyNotRank(manager: Manager, role: Role): string | null {
  if (role === 'superadmin') return t`Superadmins run the installation: the role is not given in a workspace`
  return whyNotOnRole(manager, role)
}

/** For a change of role, which gives only what the person did not have. @throws FORBIDDEN for one above one's own */
export function assertMayGiveRank(manager: Manager, role: Role): void {
  const refusal = whyNotRank(manager, role)
  if (refusal) throw forbidden(refusal)
}

/** Why somebody may not give the role to somebody new, or null. */
export function whyNotRole(manager: Manager, role: Role): string | null {
  return whyNotRank(manager, role) ?? whyNotGive(manager, roles[role].permissions)
}

/** For whoever adds or invites somebody. @throws FORBIDDEN with the reason */
export function assertMayGiveRole(manager: Manager, role: Role): void {
  const refusal = whyNotRole(manager, role)
  if (refusal) throw forbidden(refusal)
}

function whyNotWhoTheyAre({ role, is_last }: Managed): string | null {
  if (!is_last) return null
  return role === 'superadmin'
    ? t`They are the only superadmin`
    : t`They are the only active owner. Make somebody else an owner first.`
}

const refusals: Record<UserAbility, (manager: Manager, user: Managed) => string | null> = {
  edit: () => null,
  changeEmail: (manager, user) => {
    // That takes the password, which this call does not have.
    if (manager.userId === user.id) return t`Change your own e-mail in your settings, with your password`
    return whyNotGive(manager, permissionsOf(user)) === null
      ? null
      : t`They have rights you do not have, and whoever changes an address can take the account over`
  },
  changeRole: (manager, user) => {
    if (user.role === 'superadmin')
      return t`Superadmins run the installation: the role is not taken in a workspace`
    if (manager.userId === user.id) return t`Nobody changes their own role. Ask a colleague.`
    return whyNotWhoTheyAre(user)
  },
  changeRights: (manager, user) => {
    if (manager.userId === user.id) return t`Nobody changes their own rights. Ask a colleague.`
    if (user.role === 'superadmin') return t`A superadmin has every right`
    return user.role === 'owner' ? t`An owner has every right in the workspace` : null
  },
  changeStatus: (manager, user) => {
    if (manager.userId === user.id) return t`Nobody suspends themselves. Ask a colleague.`
    return whyNotWhoTheyAre(user)
  },
  delete: (manager, user) => {
    if (manager.userId === user.id) return t`Nobody deletes themselves. Ask a colleague.`
    return whyNotWhoTheyAre(user)
  },
  restore: (_, user) => (user.deleted_at ? null : t`They are not deleted`),
}

/** Why somebody may not do it with a colleague now, or null. */
export function whyNotUser(manager: Manager, ability: UserAbility, user: Managed): string | null {
  const general = whyNotOnRole(manager, user.role as Role)
  if (general) return general
  if (user.deleted_at && ability !== 'restore') return t`They are deleted`
  return refusals[ability](manager, user)
}

/** @throws FORBIDDEN with the reason */
export function assertMay(manager: Manager, ability: UserAbility, user: Managed): void {
  const refusal = whyNotUser(manager, ability, user)
  if (refusal) throw forbidden(refusal)
}

const abilities = Object.keys(refusals) as UserAbility[]

/** What somebody may do with a colleague, and why not for the rest. */
export function userAbilitiesOf(manager: Manager, user: Managed) {
  const can = {} as Record<UserAbility, boolean>
  const whyNot: Record<string, string> = {}
  for (const ability of abilities) {
    const refusal = whyNotUser(manager, ability, user)
    can[ability] = refusal === null
    if (refusal) whyNot[ability] = refusal
  }
  return { can, whyNot }
}
