import {
  effectivePermissions,
  mayHold,
  type Permission,
  type Role,
  roles,
} from '@muster/contract/permissions.ts'
import { t } from '#texts'
import { forbidden, invalid } from '../app-error.ts'
import {
  assertMay,
  assertMayAssignRank,
  grantRefusal,
  type Manager,
  permissionsOf,
} from '../policies/user-policy.ts'
import type { LockedUser } from './lock-users.ts'

export interface UserChange {
  name?: string | undefined
  email?: string | undefined
  role?: Role | undefined
  companyId?: string | null | undefined
  status?: 'active' | 'suspended' | undefined
  /** The complete set they are to have. */
  permissions?: readonly Permission[] | undefined
}

/**
 * Returns the overrides of the role's permissions; an owner has none.
 * @throws VALIDATION for permissions that the role cannot hold
 */
function overridesOf(role: Role, held: readonly Permission[]) {
  const own: readonly Permission[] = roles[role].permissions
  if (held.includes('platform:manage') && !mayHold(role, 'platform:manage'))
    throw invalid('permissions', t`Only superadmins have this permission: platform:manage`)
  const staffOnly = held.find((each) => !mayHold(role, each))
  if (staffOnly) throw invalid('permissions', t`A client reviewer cannot have this permission: ${staffOnly}`)
  return {
    granted_permissions: held.filter((each) => !own.includes(each) && each !== 'platform:manage'),
    revoked_permissions: role === 'owner' ? [] : own.filter((each) => !held.includes(each)),
  }
}

/** Returns the overrides that still have an effect in another role. */
function effectiveOverrides(user: LockedUser, role: Role) {
  const own: readonly string[] = roles[role].permissions
  return {
    granted_permissions: user.granted_permissions.filter(
      (each) => !own.includes(each) && mayHold(role, each as Permission),
    ),
    revoked_permissions:
      role === 'owner' ? [] : user.revoked_permissions.filter((each) => own.includes(each)),
  }
}

function companyOf(role: Role, user: LockedUser, companyId: string | null | undefined): string | null {
  if (role === 'client_reviewer') {
    const company = companyId === undefined ? user.company_id : companyId
    if (!company) throw invalid('companyId', t`Choose a company for the client reviewer`)
    return company
  }
  if (companyId) throw invalid('companyId', t`Only client reviewers can be assigned to a company`)
  return null
}

/**
 * Returns the user after a change.
 * @throws FORBIDDEN with the reason, or VALIDATION
 */
export function decideChange(manager: Manager, user: LockedUser, change: UserChange): LockedUser {
  assertMay(manager, 'edit', user)
  const role = change.role ?? (user.role as Role)
  const after: LockedUser = {
    ...user,
    role,
    name: change.name ?? user.name,
    email: change.email ?? user.email,
  }
  if (after.email !== user.email) assertMay(manager, 'changeEmail', user)
  if (role !== user.role) {
    assertMay(manager, 'changeRole', user)
    assertMayAssignRank(manager, role)
    Object.assign(after, effectiveOverrides(user, role))
  }
  after.company_id = companyOf(role, user, change.companyId)
  if (after.company_id !== user.company_id) assertMay(manager, 'changeRole', user)
  if (change.permissions) {
    assertMay(manager, 'changeRights', { ...user, role })
    Object.assign(after, overridesOf(role, change.permissions))
  }
  const before = permissionsOf(user)
  const gained = effectivePermissions(role, after.granted_permissions, after.revoked_permissions).filter(
    (each) => !before.includes(each),
  )
  const refusal = grantRefusal(manager, gained)
  if (refusal) throw forbidden(refusal)
  if (change.status !== undefined && change.status !== user.status) {
    assertMay(manager, 'changeStatus', user)
    after.status = change.status
  }
  return after
}
