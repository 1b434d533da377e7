import type { savedView, savedViewScreens } from '@muster/contract/saved-views.ts'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { forbidden, notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { savedViewAbilities, savedViewScope } from './saved-view-policy.ts'

/** The views the actor may see, with their owner. */
export function selectSavedViews(db: Database, actor: Actor) {
  return db
    .selectFrom('saved_views')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'saved_views.workspace_id')
        .onRef('users.id', '=', 'saved_views.user_id'),
    )
    .where('saved_views.workspace_id', '=', actor.workspaceId)
    .where(savedViewScope(actor))
    .selectAll('saved_views')
    .select('users.name as owner_name')
}

type SavedViewRow = Awaited<ReturnType<ReturnType<typeof selectSavedViews>['executeTakeFirstOrThrow']>>

export function presentSavedView(row: SavedViewRow, actor: Actor): z.input<typeof savedView> {
  return {
    id: row.id,
    name: row.name,
    screen: row.screen as (typeof savedViewScreens)[number],
    query: row.query as Record<string, string>,
    columns: row.columns,
    shared: row.shared,
    isDefault: row.is_default,
    owner: { id: row.user_id, name: row.owner_name },
    version: row.version,
    createdAt: row.created_at,
    can: savedViewAbilities(actor, row),
  }
}

/** @throws NOT_FOUND also for a view of somebody else that is not shared */
export async function loadSavedView(
  db: Database,
  actor: Actor,
  id: string,
): Promise<z.input<typeof savedView>> {
  const row = await selectSavedViews(db, actor).where('saved_views.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('View')
  return presentSavedView(row, actor)
}

/** @throws NOT_FOUND, or FORBIDDEN for a shared view of somebody else */
export async function loadOwnView(
  db: Database,
  actor: Actor,
  id: string,
): Promise<z.input<typeof savedView>> {
  const view = await loadSavedView(db, actor, id)
  if (!view.can.edit) throw forbidden(`Only ${view.owner.name}, whose view this is, may change it`)
  return view
}
