import {
  effectivePermissions,
  type Permission,
  type Role,
  roleKeys,
  roles,
} from '@muster/contract/permissions.ts'
import type { userAbilities } from '@muster/contract/users.ts'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import type { Actor } from '../session/actor.ts'
import { roleName } from '../texts/role-name.ts'

/** The parts of an actor that decide what they may do with users. */
export type Manager = Pick<Actor, 'userId' | 'role' | 'permissions'>

/** The fields of a user that decide who may do what with them. */
export interface Managed {
  id: string
  role: string
  status: string
  granted_permissions: readonly string[]
  revoked_permissions: readonly string[]
  deleted_at: string | null
  /** They are the only active owner, or the only active superadmin, and one must remain. */
  is_last: boolean
}

export type UserAbility = (typeof userAbilities)[number]

function rank(role: Role): number {
  return roleKeys.indexOf(role)
}

export function permissionsOf(user: Pick<Managed, 'role' | 'granted_permissions' | 'revoked_permissions'>) {
  return effectivePermissions(user.role as Role, user.granted_permissions, user.revoked_permissions)
}

/** Returns why the manager may not act on users of this role at all, or null. */
function onRoleRefusal(manager: Manager, role: Role): string | null {
  if (!manager.permissions.has('users:manage')) return t`You do not have permission to manage users`
  return rank(role) < rank(manager.role) ? t`${roleName(role)} is a higher role than yours` : null
}

/** Returns why the manager may not grant these permissions, or null: nobody grants what they do not have. */
export function grantRefusal(manager: Manager, given: readonly Permission[]): string | null {
  return given.every((permission) => manager.permissions.has(permission))
    ? null
    : t`This role has permissions you do not have`
}

function rankRefusal(manager: Manager, role: Role): string | null {
  if (role === 'superadmin') return t`The superadmin role cannot be assigned in a workspace`
  return onRoleRefusal(manager, role)
}

/**
 * Checks a change of role, apart from the permissions that the user gains.
 * @throws FORBIDDEN for a role above the manager's own
 */
export function assertMayAssignRank(manager: Manager, role: Role): void {
  const refusal = rankRefusal(manager, role)
  if (refusal) throw forbidden(refusal)
}

/** Returns why the manager may not assign the role to a new user, or null. */
export function assignRoleRefusal(manager: Manager, role: Role): string | null {
  return rankRefusal(manager, role) ?? grantRefusal(manager, roles[role].permissions)
}

/**
 * Checks the role of a new or invited user.
 * @throws FORBIDDEN with the reason
 */
export function assertMayAssignRole(manager: Manager, role: Role): void {
  const refusal = assignRoleRefusal(manager, role)
  if (refusal) throw forbidden(refusal)
}

function lastOneRefusal({ role, is_last }: Managed): string | null {
  if (!is_last) return null
  return role === 'superadmin'
    ? t`This is the only superadmin`
    : t`This is the only active owner. Make someone else an owner first.`
}

const refusals: Record<UserAbility, (manager: Manager, user: Managed) => string | null> = {
  edit: () => null,
  changeEmail: (manager, user) => {
    // Changing one's own email takes the password, which this call does not have.
    if (manager.userId === user.id) return t`Change your own email in your settings`
    return grantRefusal(manager, permissionsOf(user)) === null
      ? null
      : t`You cannot change the email of a user who has permissions you do not have`
  },
  changeRole: (manager, user) => {
    if (user.role === 'superadmin') return t`The superadmin role cannot be removed in a workspace`
    if (manager.userId === user.id) return t`You cannot change your own role. Ask another admin.`
    return lastOneRefusal(user)
  },
  changeRights: (manager, user) => {
    if (manager.userId === user.id) return t`You cannot change your own permissions. Ask another admin.`
    if (user.role === 'superadmin') return t`Superadmins have all permissions`
    return user.role === 'owner' ? t`Owners have all permissions in the workspace` : null
  },
  changeStatus: (manager, user) => {
    if (manager.userId === user.id) return t`You cannot suspend yourself. Ask another admin.`
    return lastOneRefusal(user)
  },
  delete: (manager, user) => {
    if (manager.userId === user.id) return t`You cannot delete yourself. Ask another admin.`
    return lastOneRefusal(user)
  },
  restore: (_, user) => (user.deleted_at ? null : t`This user is not deleted`),
}

export function userRefusal(manager: Manager, ability: UserAbility, user: Managed): string | null {
  const general = onRoleRefusal(manager, user.role as Role)
  if (general) return general
  if (user.deleted_at && ability !== 'restore') return t`This user is deleted`
  return refusals[ability](manager, user)
}

/** @throws FORBIDDEN with the reason */
export function assertMay(manager: Manager, ability: UserAbility, user: Managed): void {
  const refusal = userRefusal(manager, ability, user)
  if (refusal) throw forbidden(refusal)
}

const abilities = Object.keys(refusals) as UserAbility[]

export function userAbilitiesOf(manager: Manager, user: Managed) {
  const can = {} as Record<UserAbility, boolean>
  const whyNot: Record<string, string> = {}
  for (const ability of abilities) {
    const refusal = userRefusal(manager, ability, user)
    can[ability] = refusal === null
    if (refusal) whyNot[ability] = refusal
  }
  return { can, whyNot }
}
