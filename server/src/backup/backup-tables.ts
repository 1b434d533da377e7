import type pg from 'pg'

export interface BackedUpTable {
  /** With its schema: `public.applications`. */
  name: string
  columns: string[]
}

/** A hash of a table's rows that does not depend on their order. */
export interface RowHash {
  rows: number
  hash: string
}

/**
 * Tables that a backup leaves empty: missed events, presence and nodes, whose IDs and transaction numbers mean nothing in
 * another PostgreSQL, and copies of résumés, which are made again.
 */
const transientTables = new Set(['live_events', 'visits', 'nodes', 'covered_resumes'])

/** Jobs belong to queues that the server creates at startup. pg-boss' own jobs are left out. */
export const jobTable = 'pgboss.job'
export const jobFilter = `name not like '\\_\\_%'`

/** Settings that make every PostgreSQL write values as the same text. */
export const copySettings = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set lock_timeout = 0; set jit = off`

/** Lists every table to back up, with its columns that are not generated. */
export async function listTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(`
    select n.nspname || '.' || c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' and c.relname <> 'schema_migrations' or n.nspname || '.' || c.relname = '${jobTable}')
    group by 1 order by 1`)
  return rows.filter(({ name }) => !transientTables.has(name.replace('public.', '')))
}

export const quotedName = (name: string) => name.split('.').map(quoted).join('.')
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnList = ({ columns }: BackedUpTable) => columns.map(quoted).join(', ')

/** Returns the query of a table's rows to back up. */
export function rowsOf(table: BackedUpTable): string {
  const where = table.name === jobTable ? ` where ${jobFilter}` : ''
  return `select ${columnList(table)} from ${quotedName(table.name)}${where}`
}

/** Returns a hash of all rows of a table that does not depend on their order. */
export async function hashRows(client: pg.ClientBase, table: BackedUpTable): Promise<RowHash> {
  const { rows } = await client.query<{ rows: string; hash: string }>(`
    select count(*) as rows, coalesce(sum(('x' || left(md5(r::text), 15))::bit(60)::bigint), 0)::text as hash
    from (${rowsOf(table)}) as r`)
  return { rows: Number(rows[0]!.rows), hash: rows[0]!.hash }
}

export interface Sequence {
  name: string
  /** Null: never used. */
  last: string | null
}

export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select schemaname || '.' || sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' order by 1`)
  return rows
}
