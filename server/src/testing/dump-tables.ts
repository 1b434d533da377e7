import { sql } from 'kysely'
import type { TestServer } from './test-server.ts'

/** What a refused call may still write: that it was refused, and who called when. */
const bookkeeping = [
  'audit_logs',
  'login_failures',
  'mail_counts',
  'unknown_logins',
  'sessions',
  'users',
  'idempotency_keys',
  'schema_migrations',
]

let tables: string[] | undefined

async function contentTables(server: TestServer): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
    order by table_name
  `.execute(server.db)
  return rows.map((row) => row.name).filter((name) => !bookkeeping.includes(name))
}

/** A number for each table that changes with any row of it, of any workspace. */
export async function dumpTables(server: TestServer): Promise<Record<string, string>> {
  tables ??= await contentTables(server)
  const each = tables.map(
    (name) =>
      sql`select ${name}::text as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum
        from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(each, sql` union all `)}`.execute(
    server.db,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.sum]))
}

/** Every row, of whichever table, in which one of the ids stands, in an order of its own. */
export async function rowsThatName(server: TestServer, ids: readonly string[]): Promise<string> {
  tables ??= await contentTables(server)
  const named = ids.map((id) => `%${id}%`)
  const each = tables.map(
    (name) => sql`select ${name}::text as name, t::text as row from ${sql.table(name)} t
      where t::text like any(${named}::text[])`,
  )
  const { rows } = await sql<{ name: string; row: string }>`
    ${sql.join(each, sql` union all `)} order by name, row
  `.execute(server.db)
  return rows.map(({ name, row }) => `${name} ${row}`).join('\n')
}
