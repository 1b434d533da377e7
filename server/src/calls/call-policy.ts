import { isStaff } from '@muster/contract/client-access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { applicationScope } from '../applications/application-policy.ts'
import type { Actor } from '../session/actor.ts'

const seeAll: ReadonlySet<string> = new Set(['superadmin', 'owner', 'admin', 'recruiter', 'viewer'])

/**
 * Which rows of `calls` the actor may see: those of the applications they may see. Calls that belong to no
 * application are for those who see the whole workspace. A client sees none.
 */
export function callScope(actor: Actor): RawBuilder<SqlBool> {
  if (!isStaff(actor.role)) return sql<SqlBool>`false`
  // Nearly all are visible to them, so that looking for the few deleted is quicker than asking for each.
  if (seeAll.has(actor.role))
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

/** A call logged by hand can be taken back by whoever logged it, and by those who run the workspace. */
export function mayTakeBack(actor: Actor, call: { logged_by: string | null }): boolean {
  if (!call.logged_by || !actor.permissions.has('calls:write')) return false
  return call.logged_by === actor.userId || actor.permissions.has('workspace:manage')
}
