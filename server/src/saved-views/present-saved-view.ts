import type { savedView, savedViewScreens } from '@muster/contract/saved-views.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { forbidden, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { isShared, savedViewAbilities, savedViewScope } from '../policies/saved-view-policy.ts'
import type { Actor } from '../session/actor.ts'
import { usableViews } from './usable-views.ts'

interface SavedViewRow
  extends Pick<
    Selectable<DB['saved_views']>,
    'id' | 'user_id' | 'name' | 'screen' | 'columns' | 'version' | 'created_at'
  > {
  query: Record<string, string>
  shared: boolean
  owner_name: string
  is_default: boolean | null
  seen_at: string | null
}

/** Selects the views the actor may know of, with their owner and the actor's settings. */
function selectSavedViews(db: Database, actor: Actor) {
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
      'saved_views.version',
      'saved_views.created_at',
    ])
    .select(isShared.as('shared'))
    .select(['users.name as owner_name', 'uses.is_default', 'uses.seen_at'])
    .$castTo<SavedViewRow>()
}

/** Returns the views the actor may use, in their order. `narrow` filters them. */
export async function findSavedViews(
  db: Database,
  actor: Actor,
  narrow: { id?: string; ids?: readonly string[]; screen?: string | undefined } = {},
): Promise<z.input<typeof savedView>[]> {
  const { id, ids, screen } = narrow
  const rows = await selectSavedViews(db, actor)
    .$if(id !== undefined, (views) => views.where('saved_views.id', '=', id!))
    .$if(ids !== undefined, (views) => views.where(sql<boolean>`saved_views.id = any(${ids}::uuid[])`))
    .$if(screen !== undefined, (views) => views.where('saved_views.screen', '=', screen!))
    .orderBy('uses.ordinal', (order) => order.asc().nullsLast())
    .orderBy(sql`lower(saved_views.name)`)
    .orderBy('saved_views.id')
    .execute()
  return (await usableViews(db, actor, rows)).map((row) => presentSavedView(row, actor))
}

function presentSavedView(row: SavedViewRow, actor: Actor): z.input<typeof savedView> {
  return {
    id: row.id,
    name: row.name,
    screen: row.screen as (typeof savedViewScreens)[number],
    query: row.query,
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

/** @throws NOT_FOUND also for another user's view that is not shared, and one the actor may not use */
export async function loadSavedView(
  db: Database,
  actor: Actor,
  id: string,
): Promise<z.input<typeof savedView>> {
  const [view] = await findSavedViews(db, actor, { id })
  if (!view) throw notFound(t`View`)
  return view
}

/** @throws NOT_FOUND, or FORBIDDEN for another user's shared view */
export async function loadOwnView(
  db: Database,
  actor: Actor,
  id: string,
): Promise<z.input<typeof savedView>> {
  const view = await loadSavedView(db, actor, id)
  if (!view.can.edit)
    throw forbidden(t`This view belongs to ${view.owner.name}. Only the owner can change it.`)
  return view
}
