import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

type SavedTable = 'saved_views' | 'saved_reports' | 'report_dashboards'

/** Marks a view, a report or a report dashboard as deleted. */
export async function markDeleted(tx: Database, actor: Actor, table: SavedTable, id: string): Promise<void> {
  await sql`
    update ${sql.table(table)} set deleted_at = now() where workspace_id = ${actor.workspaceId} and id = ${id}
  `.execute(tx)
}

/** Restores what the actor owns and deleted within 30 days. Returns whether there was such a row. */
export async function restoreOwn(
  tx: Database,
  actor: Actor,
  table: SavedTable,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set deleted_at = null
    where workspace_id = ${actor.workspaceId} and id = ${id} and user_id = ${actor.userId}
      and deleted_at > now() - interval '30 days'
  `.execute(tx)
  return numAffectedRows === 1n
}
