import type { savedView, savedViewScreens } from '@muster/contract/saved-views.ts'
import type { z } from 'zod'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { forbidden, notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'
import { savedViewAbilities, savedViewScope } from './saved-view-policy.ts'

/** The views the actor may see, with their owner and what the actor made of them. */
export function selectSavedViews(db: Database, actor: Actor) {
  return db
    .selectFrom('saved_views')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'saved_views.workspace_id')
        .onRef('users.id', '=', 'saved_views.user_id'),
    )
    .leftJoin('saved_view_uses as uses', (join) =>
      join
        .onRef('uses.workspace_id', '=', 'saved_views.workspace_id')
        .onRef('uses.view_id', '=', 'saved_views.id')
        .on('uses.user_id', '=', actor.userId),
    )
    .where('saved_views.workspace_id', '=', actor.workspaceId)
    .where('saved_views.deleted_at', 'is', null)
    .where(savedViewScope(actor))
    .select([
      'saved_views.id',
      'saved_views.user_id',
      'saved_views.name',
      'saved_views.screen',
      'saved_views.query',
      'saved_views.columns',
      'saved_views.shared',
      'saved_views.version',
      'saved_views.created_at',
    ])
    .select(['users.name as owner_name', 'uses.is_default', 'uses.seen_at'])
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
    isDefault: row.is_default ?? false,
    seenAt: row.seen_at,
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
  if (!row) throw notFound(t`View`)
  return presentSavedView(row, actor)
}

/** @throws NOT_FOUND, or FORBIDDEN for a shared view of somebody else */
export async function loadOwnView(
  db: Database,
  actor: Actor,
  id: string,
): Promise<z.input<typeof savedView>> {
  const view = await loadSavedView(db, actor, id)
  if (!view.can.edit) throw forbidden(t`Only ${view.owner.name}, whose view this is, may change it`)
  return view
}
