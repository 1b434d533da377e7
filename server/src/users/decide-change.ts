import {
  effectivePermissions,
  mayHold,
  type Permission,
  type Role,
  roles,
} from '@muster/contract/permissions.ts'
import { t } from '#texts'
import { forbidden, invalid } from '../http/app-error.ts'
import type { LockedUser } from './lock-users.ts'
import { assertMay, assertMayGiveRank, type Manager, permissionsOf, whyNotGive } from './user-policy.ts'

export interface UserChange {
  name?: string | undefined
  email?: string | undefined
  role?: Role | undefined
  companyId?: string | null | undefined
  status?: 'active' | 'suspended' | undefined
  /** All those they are to hold. */
  permissions?: readonly Permission[] | undefined
}

/** What differs from the role's own rights; of an owner nothing does. @throws VALIDATION for what a client cannot hold */
function overridesOf(role: Role, held: readonly Permission[]) {
  const own: readonly Permission[] = roles[role].permissions
  const staffOnly = held.find((each) => each !== 'platform:manage' && !mayHold(role, each))
  if (staffOnly) throw invalid('permissions', t`A client reviewer cannot have this permission: ${staffOnly}`)
  return {
    granted_permissions: held.filter((each) => !own.includes(each) && each !== 'platform:manage'),
    revoked_permissions: role === 'owner' ? [] : own.filter((each) => !held.includes(each)),
  }
}

/** The overrides that still mean something in another role. */
function carriedOver(user: LockedUser, role: Role) {
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
    if (!company) throw invalid('companyId', t`Choose the company a client reviewer reads for`)
    return company
  }
  if (companyId) throw invalid('companyId', t`Only a client reviewer reads for a company`)
  return null
}

/**
 * What a change makes of a colleague.
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
    assertMayGiveRank(manager, role)
    Object.assign(after, carriedOver(user, role))
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
  const refusal = whyNotGive(manager, gained)
  if (refusal) throw forbidden(refusal)
  if (change.status !== undefined && change.status !== user.status) {
    assertMay(manager, 'changeStatus', user)
    after.status = change.status
  }
  return after
}
