import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { opaqueId } from '../database/opaque-id.ts'
import { isActiveStaff } from '../users/assert-staff.ts'

/** The one active colleague each value names, by e-mail or by name; values that name nobody or several are left out. */
export async function findOwners(
  db: Database,
  workspaceId: string,
  values: readonly string[],
): Promise<Map<string, string>> {
  if (values.length === 0) return new Map()
  const { rows } = await sql<{ value: string; id: string }>`
    select named.value, users.id
    from unnest(${values}::text[]) as named (value)
    join users on users.workspace_id = ${opaqueId(workspaceId)} and ${isActiveStaff}
      and (users.email = lower(named.value) or lower(users.name) = lower(named.value))
  `.execute(db)
  const found = Map.groupBy(rows, ({ value }) => value)
  return new Map([...found].flatMap(([value, users]) => (users.length === 1 ? [[value, users[0]!.id]] : [])))
}
