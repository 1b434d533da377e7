import { sql } from 'kysely'
import type { Database } from './connect.ts'
import type { DB } from './schema.generated.ts'

/**
 * Runs ANALYZE on tables whose statistics have fewer than `rows` rows. Autovacuum runs at most once a minute. Until
 * then, bulk-inserted rows are looked up by any index that begins with the workspace, a thousand times slower than by
 * the right one.
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
