import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../session/actor.ts'

/** One sees one's own views and those others share. */
export function savedViewScope(actor: Actor): RawBuilder<SqlBool> {
  return sql<SqlBool>`(saved_views.user_id = ${actor.userId} or saved_views.shared)`
}

/** Only the owner changes a view. */
export function savedViewAbilities(actor: Actor, view: { user_id: string }) {
  return { edit: view.user_id === actor.userId }
}
