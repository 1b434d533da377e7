import { isStaff } from '@muster/contract/client-access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forbidden } from '../app-error.ts'
import type { Actor } from '../session/actor.ts'
import { assertPermission } from '../session/assert-permission.ts'
import { holdsPermission } from './holds-permission.ts'
import { type ViewFilters, viewRefusal } from './view-filters.ts'

/** A view is shared while its owner, joined as `users`, may share views. */
export const isShared = sql<SqlBool>`(saved_views.shared and ${holdsPermission('views:share')})`

/**
 * Returns a condition on views the actor may know of: their own and, for staff, those that others share. Client
 * reviewers get no shared views. `usableViews` then removes views with filters the actor may not use.
 */
export function savedViewScope(actor: Actor): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`saved_views.user_id = ${actor.userId}`
  return isStaff(actor.role) ? sql<SqlBool>`(${own} or ${isShared})` : own
}

export function savedViewAbilities(actor: Actor, view: { user_id: string }) {
  return { edit: view.user_id === actor.userId }
}

/** @throws FORBIDDEN for a filter, sort or column that a list would refuse, and for sharing without permission */
export function assertMaySave(actor: Actor, view: ViewFilters & { shared: boolean }): void {
  if (view.shared) assertPermission(actor, 'views:share')
  const refusal = viewRefusal(actor, view)
  if (refusal) throw forbidden(refusal)
}
