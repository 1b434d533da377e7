import { isStaff } from '@muster/contract/client-access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'
import { applicationScope, seesAllApplications } from './application-policy.ts'

/**
 * Returns a condition on `calls` for the rows the actor may see: calls of applications they may see. Calls without an
 * application are for those who see the whole workspace. A client reviewer sees none.
 */
export function callScope(actor: Actor): RawBuilder<SqlBool> {
  if (!isStaff(actor.role)) return sql<SqlBool>`false`
  // They see nearly all calls, so excluding the few deleted applications is faster than checking each.
  if (seesAllApplications(actor))
    return sql<SqlBool>`not exists (
      select from applications
      where applications.workspace_id = calls.workspace_id and applications.id = calls.application_id
        and applications.deleted_at is not null
    )`
  return sql<SqlBool>`exists (
    select from applications
    where applications.workspace_id = calls.workspace_id and applications.id = calls.application_id
      and applications.deleted_at is null and ${applicationScope(actor)}
  )`
}

/**
 * Returns whether the actor may undo the logging of a call: one they logged, or any such call for those who run the
 * workspace.
 */
export function mayUndo(
  actor: Actor,
  call: { logged_by: string | null; parent_call_id: string | null; logged_end_reason: string | null },
): boolean {
  const isLogged = call.parent_call_id === null || call.logged_end_reason !== null
  if (!call.logged_by || !isLogged || !actor.permissions.has('calls:write')) return false
  return call.logged_by === actor.userId || actor.permissions.has('workspace:manage')
}
