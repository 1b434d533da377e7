import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { opaqueId } from '../database/opaque-id.ts'

export interface NamedPosition {
  value: string
  id: string
  name: string
  state: 'open' | 'on_hold' | 'closed'
}

/** The positions that are called exactly so, up to case; several where the workspace has several. */
export async function findPositionsByName(
  db: Database,
  workspaceId: string,
  values: readonly string[],
): Promise<NamedPosition[]> {
  if (values.length === 0) return []
  const { rows } = await sql<NamedPosition>`
    select named.value, positions.id, positions.name, positions.state
    from unnest(${values}::text[]) as named (value)
    join positions on positions.workspace_id = ${opaqueId(workspaceId)}
      and lower(positions.name) = lower(named.value) and positions.deleted_at is null
    order by positions.id
  `.execute(db)
  return rows
}
