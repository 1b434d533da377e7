import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import type { Actor } from '../session/actor.ts'
import { rowScopeOf } from './row-scopes.ts'

/**
 * Returns a condition on `goals`, left joined with `positions`, for the goals of which the actor sees everything that counts. The actual
 * figure of any other would be a part of it, beside the whole target.
 */
export function goalScope(actor: Actor): RawBuilder<SqlBool> {
  switch (rowScopeOf(actor)) {
    case 'all':
      return sql<SqlBool>`true`
    case 'managed':
      return sql<SqlBool>`positions.hiring_manager_id = ${actor.userId}`
    case 'assigned':
      return sql<SqlBool>`goals.owner_id = ${actor.userId}`
    case 'company':
      return sql<SqlBool>`false`
  }
}

/**
 * A forecast sets the openings of a position against all of its applications.
 * @throws FORBIDDEN for roles that see only some applications of a position
 */
export function assertSeesForecasts(actor: Pick<Actor, 'role'>): void {
  const scope = rowScopeOf(actor)
  if (scope !== 'all' && scope !== 'managed')
    throw forbidden(t`The forecast is for those who see all applications of a position`)
}
