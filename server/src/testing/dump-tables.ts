import { sql } from 'kysely'
import { applyAllPendingFacts } from '../facts/update-facts.ts'
import type { TestServer } from './test-server.ts'

/** Counters of who called how often, and what has no workspace. */
const counters = ['login_failures', 'mail_counts', 'unknown_logins']

/** What else a refused call may write: when somebody was here or entered their password last,
 * and when the row changed through that. */
const seen: Record<string, readonly string[]> = {
  users: ['last_seen_at', 'changed_at'],
  sessions: ['used_at', 'seen_hash', 'confirmed_at', 'changed_at'],
}
/** Audit entries that calls leave which change nothing: they were refused, or exported. */
const ofNoChange = /(denied|failed|exported|export_ended)$/

let tables: string[] | undefined

async function listTables({ db }: Pick<TestServer, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'
    order by table_name
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Lists the tables to read, once the facts of pending changes are derived. */
async function contentTables(server: TestServer): Promise<string[]> {
  await applyAllPendingFacts(server)
  tables ??= (await listTables(server)).filter((name) => !counters.includes(name))
  return tables
}

function rowText(table: string) {
  const columns = seen[table]
  return columns ? sql`(to_jsonb(t) - ${columns}::text[])::text` : sql`t::text`
}

function isContent(table: string) {
  return table === 'audit_logs' ? sql`action !~ ${ofNoChange.source}` : sql`true`
}

/** Returns a checksum of each table over all workspaces. */
export async function dumpTables(server: TestServer): Promise<Record<string, string>> {
  const each = (await contentTables(server)).map(
    (name) =>
      sql`select ${name}::text as name, count(*) || ' ' || coalesce(sum(hashtextextended(${rowText(name)}, 0)), 0) as sum
        from ${sql.table(name)} t where ${isContent(name)}`,
  )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(each, sql` union all `)}`.execute(
    server.db,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.sum]))
}

/** Returns every row of any table that contains one of the ids, in a stable order. */
export async function rowsThatName(server: TestServer, ids: readonly string[]): Promise<string> {
  const named = ids.map((id) => `%${id}%`)
  const each = (await contentTables(server)).map(
    (name) => sql`select ${name}::text as name, ${rowText(name)} as row from ${sql.table(name)} t
      where t::text like any(${named}::text[]) and ${isContent(name)}`,
  )
  const { rows } = await sql<{ name: string; row: string }>`
    ${sql.join(each, sql` union all `)} order by name, row
  `.execute(server.db)
  return rows.map(({ name, row }) => `${name} ${row}`).join('\n')
}

/** Returns the rows of all tables, counters included, as lower-case text, one per line. */
export async function everythingStored(server: Pick<TestServer, 'db'>): Promise<string> {
  await applyAllPendingFacts(server)
  const each = (await listTables(server)).map(
    (name) => sql`select ${`${name}: `}::text || t::text as line from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ line: string }>`${sql.join(each, sql` union all `)}`.execute(server.db)
  return rows
    .map(({ line }) => line)
    .sort()
    .join('\n')
    .toLowerCase()
}
