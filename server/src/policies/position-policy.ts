import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'
import { rowScopeOf } from './row-scopes.ts'

/**
 * Returns a condition on `positions` for the rows the actor may see: a hiring manager those they manage, a client
 * reviewer those of their company, everyone else all.
 */
export function positionScope(actor: Actor): RawBuilder<SqlBool> {
  switch (rowScopeOf(actor)) {
    case 'managed':
      return sql<SqlBool>`positions.hiring_manager_id = ${actor.userId}`
    case 'company':
      return sql<SqlBool>`positions.company_id = ${actor.companyId}::uuid`
    case 'assigned':
    case 'all':
      return sql<SqlBool>`true`
  }
}

export function positionAbilities(actor: Actor, position: { deleted_at: string | null }) {
  const may = actor.permissions.has('positions:write') && position.deleted_at === null
  return { edit: may, delete: may }
}
