import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'

/**
 * Returns a condition on `positions` for the rows the actor may see: a hiring manager those they manage, a client
 * reviewer those of their company, everyone else all.
 */
export function positionScope(actor: Actor): RawBuilder<SqlBool> {
  switch (actor.role) {
    case 'hiring_manager':
      return sql<SqlBool>`positions.hiring_manager_id = ${actor.userId}`
    case 'client_reviewer':
      return sql<SqlBool>`positions.company_id = ${actor.companyId}::uuid`
    default:
      return sql<SqlBool>`true`
  }
}

export function positionAbilities(actor: Actor, position: { deleted_at: string | null }) {
  const may = actor.permissions.has('positions:write') && position.deleted_at === null
  return { edit: may, delete: may }
}
