import { sql } from 'kysely'
import type { Database } from './connect.ts'
import type { DB } from './schema.generated.ts'

/**
 * Lets the planner look again at tables that it knows as smaller than `rows`. It looks by itself only once a minute:
 * until then, rows that came in masses are looked up by whatever index begins with the workspace, each a thousand
 * times slower than by the right one.
 */
export async function refreshStatistics(
  db: Database,
  tables: readonly (keyof DB)[],
  rows: number,
): Promise<void> {
  const { rows: outgrown } = await sql<{ name: string }>`
    select relname as name from pg_class
    where oid = any(${tables}::text[]::regclass[]) and reltuples < ${rows}
  `.execute(db)
  for (const { name } of outgrown) await sql`select refresh_table_statistics(${name})`.execute(db)
}
