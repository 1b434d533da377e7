import { isStaff } from '@muster/contract/client-access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'

/**
 * Returns a condition on `users` for the rows the actor may know of. A client reviewer knows the staff and the
 * reviewers of their own company; any other reviewer would reveal another client.
 */
export function userScope(actor: Pick<Actor, 'role' | 'companyId'>): RawBuilder<SqlBool> {
  return isStaff(actor.role)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(users.role <> 'client_reviewer' or users.company_id = ${actor.companyId}::uuid)`
}
