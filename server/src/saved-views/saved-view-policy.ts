import { isStaff } from '@muster/contract/client-access.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forbidden } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { assertRight } from '../session/assert-right.ts'
import { holdsPermission } from '../users/holds-permission.ts'
import { type ViewFilters, whyNotUse } from './view-filters.ts'

/** A view is shared while its owner, who is `users` here, holds the permission to share. */
export const isShared = sql<SqlBool>`(saved_views.shared and ${holdsPermission('views:share')})`

/**
 * Which views the actor may know of, as far as the database decides: their own, and for staff those that others share.
 * Nothing of these reaches a client. `usableViews` leaves out those with filters that are not for the actor.
 */
export function savedViewScope(actor: Actor): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`saved_views.user_id = ${actor.userId}`
  return isStaff(actor.role) ? sql<SqlBool>`(${own} or ${isShared})` : own
}

/** Only the owner changes a view. */
export function savedViewAbilities(actor: Actor, view: { user_id: string }) {
  return { edit: view.user_id === actor.userId }
}

/** @throws FORBIDDEN for a filter, sort or column that a list would refuse the actor, and for sharing without permission */
export function assertMaySave(actor: Actor, view: ViewFilters & { shared: boolean }): void {
  if (view.shared) assertRight(actor, 'views:share')
  const refusal = whyNotUse(actor, view)
  if (refusal) throw forbidden(refusal)
}
