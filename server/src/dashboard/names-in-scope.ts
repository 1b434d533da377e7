import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { companyScope } from '../policies/company-policy.ts'
import { positionScope } from '../policies/position-policy.ts'
import { userScope } from '../policies/user-scope.ts'
import type { Actor } from '../session/actor.ts'

/** The tables that filters of reports name rows of, with what an actor may see of them. */
const scopes = {
  companies: companyScope,
  positions: positionScope,
  users: userScope,
  agents: everything,
  call_queues: everything,
  voice_campaigns: everything,
  pipelines: everything,
  reasons: everything,
} as const satisfies Record<string, (actor: Actor) => RawBuilder<SqlBool>>

function everything(): RawBuilder<SqlBool> {
  return sql<SqlBool>`true`
}

/**
 * Returns the names of rows that a filter allows, in order, those of deleted rows included. Rows that the actor may not see
 * are counted together with unknown ones, so that neither their names nor whether they exist is revealed.
 */
export async function namesInScope(
  db: Database,
  actor: Actor,
  table: keyof typeof scopes,
  ids: readonly string[] = [],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)}
    where workspace_id = ${actor.workspaceId} and id = any(${ids}::uuid[]) and ${scopes[table](actor)} order by name
  `.execute(db)
  const hidden = new Set(ids).size - rows.length
  return [...rows.map(({ name }) => name), ...(hidden > 0 ? [t`${hidden} hidden`] : [])]
}
