import { mayHold, type Permission, roleKeys, roles } from '@muster/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Returns a condition on `users` for those with a permission, by role or by override. Must match
 * `effectivePermissions`.
 */
export function holdsPermission(permission: Permission): RawBuilder<SqlBool> {
  const byRole = roleKeys.filter((role) => {
    const own: readonly Permission[] = roles[role].permissions
    return own.includes(permission)
  })
  const byGrant = roleKeys.filter((role) => mayHold(role, permission))
  return sql<SqlBool>`((users.role = any(${byRole}::text[])
      or (users.role = any(${byGrant}::text[]) and users.granted_permissions && ${[permission]}::text[]))
    and not users.revoked_permissions && ${[permission]}::text[])`
}
