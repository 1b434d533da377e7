import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Field } from './field.ts'
import { subjectTables } from './subject-tables.ts'

/** Calls are deleted for good. */
const hideDeleted = (table: string) => (table === 'calls' ? sql`` : sql`and deleted_at is null`)

/** Returns how many rows of its subject have a value of each field, by field ID. */
export async function countFilled(
  db: Database,
  workspaceId: string,
  fields: readonly Field[],
): Promise<Map<string, { value: number; of: number }>> {
  const counts = new Map<string, { value: number; of: number }>()
  for (const [subject, ofSubject] of Map.groupBy(fields, (field) => field.subject)) {
    const table = subjectTables[subject]
    const { rows } = await sql<{ key: string | null; counted: number }>`
      select key, count(*)::int as counted
      from ${sql.table(table)} as t
      cross join lateral (
        select null as key union all select jsonb_object_keys(t.custom_fields)
      ) as keys
      where t.workspace_id = ${workspaceId} ${hideDeleted(table)}
      group by key
    `.execute(db)
    const byKey = new Map(rows.map(({ key, counted }) => [key, counted]))
    for (const { id, key } of ofSubject)
      counts.set(id, { value: byKey.get(key) ?? 0, of: byKey.get(null) ?? 0 })
  }
  return counts
}
