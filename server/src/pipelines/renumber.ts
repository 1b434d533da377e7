import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/**
 * Numbers stages or statuses 0, 1, 2… in the order of the ids. The caller holds the lock of their pipeline or position.
 */
export async function renumber(
  tx: Database,
  table: 'stages' | 'statuses',
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} as row set ordinal = place.ordinal - 1
    from unnest(${ids}::uuid[]) with ordinality as place (id, ordinal)
    where row.workspace_id = ${workspaceId} and row.id = place.id and row.ordinal <> place.ordinal - 1
  `.execute(tx)
}

/** Returns the ids with `id` inserted at `place`, 0 being the first; at the end without a place. */
export function insertAt(ids: readonly string[], id: string, place?: number): string[] {
  return ids.filter((other) => other !== id).toSpliced(place ?? ids.length, 0, id)
}
