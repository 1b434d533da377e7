import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'
import { assertPermission } from '../session/assert-permission.ts'
import { holdsPermission } from './holds-permission.ts'

/** With whom a report is shared while its owner, joined as `users`, may share. */
export const sharedRoles = sql<string[]>`(
  case when ${holdsPermission('views:share')} then saved_reports.roles else '{}' end
)`

/** Returns a condition on reports the actor may know of: their own, and those shared with their role. */
export function savedReportScope(actor: Actor): RawBuilder<SqlBool> {
  return sql<SqlBool>`(saved_reports.user_id = ${actor.userId}
    or (saved_reports.roles <> '{}' and ${actor.role} = any(${sharedRoles})))`
}

export function savedReportAbilities(actor: Actor, report: { user_id: string }) {
  return { edit: report.user_id === actor.userId }
}

/** @throws FORBIDDEN for sharing without the permission */
export function assertMayShareReport(actor: Actor, roles: readonly string[]): void {
  if (roles.length > 0) assertPermission(actor, 'views:share')
}
