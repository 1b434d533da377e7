import { isStaff } from '@muster/contract/client-access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'

/**
 * Which rows of `users` the actor may know of. A client reviewer knows the workspace's staff and the reviewers of their own
 * company: any other reviewer would name another client.
 */
export function colleagueScope(actor: Pick<Actor, 'role' | 'companyId'>): RawBuilder<SqlBool> {
  return isStaff(actor.role)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(users.role <> 'client_reviewer' or users.company_id = ${actor.companyId}::uuid)`
}
