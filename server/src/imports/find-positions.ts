import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { opaqueId } from '../database/opaque-id.ts'
import type { PositionValue } from './meaning/position-value.ts'

export interface NamedPosition {
  value: string
  id: string
  name: string
  state: 'open' | 'on_hold' | 'closed'
}

/**
 * Returns the positions that are called exactly so, up to case, at the company that the value names, if any; several
 * where the workspace has several.
 */
export async function findPositionsByName(
  db: Database,
  workspaceId: string,
  values: readonly PositionValue[],
): Promise<NamedPosition[]> {
  if (values.length === 0) return []
  const { rows } = await sql<NamedPosition>`
    select named.value, positions.id, positions.name, positions.state
    from unnest(
      ${values.map(({ value }) => value)}::text[],
      ${values.map(({ name }) => name)}::text[],
      ${values.map(({ company }) => company)}::text[]
    ) as named (value, name, company)
    join positions on positions.workspace_id = ${opaqueId(workspaceId)}
      and lower(positions.name) = lower(named.name) and positions.deleted_at is null
    join companies on companies.workspace_id = positions.workspace_id and companies.id = positions.company_id
      and (named.company is null or lower(companies.name) = lower(named.company))
    order by positions.id
  `.execute(db)
  return rows
}
