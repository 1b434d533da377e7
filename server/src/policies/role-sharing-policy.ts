import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'
import { assertPermission } from '../session/assert-permission.ts'
import { holdsPermission } from './holds-permission.ts'

/** Tables whose rows belong to a user, who may share each with some roles. */
type SharedTable = 'saved_reports' | 'report_dashboards'

/** With whom a row is shared while its owner, joined as `users`, may share. */
export function sharedRoles(table: SharedTable): RawBuilder<string[]> {
  return sql<string[]>`(
    case when ${holdsPermission('views:share')} then ${sql.ref(`${table}.roles`)} else '{}' end
  )`
}

/** Returns a condition on rows the actor may know of: their own, and those shared with their role. */
export function sharingScope(actor: Actor, table: SharedTable): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${table}.user_id`)} = ${actor.userId}
    or (${sql.ref(`${table}.roles`)} <> '{}' and ${actor.role} = any(${sharedRoles(table)})))`
}

export function ownerAbilities(actor: Actor, row: { user_id: string }) {
  return { edit: row.user_id === actor.userId }
}

/** @throws FORBIDDEN for sharing without the permission */
export function assertMayShareWithRoles(actor: Actor, roles: readonly string[]): void {
  if (roles.length > 0) assertPermission(actor, 'views:share')
}
