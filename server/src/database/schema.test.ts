import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

/** Tables that belong to no workspace → why. */
const withoutWorkspace: Record<string, string> = {
  installation: 'one row for all: the secret that nodes share',
  workspaces: 'the workspaces themselves',
  logins: 'an address is known before its workspace is, and is unique over the installation',
  login_failures: 'counts addresses that nobody has as well',
  mail_counts: 'counts emails to mailboxes that belong to nobody here as well',
  nodes: 'the servers of the installation',
  plans: 'what the installation sells to workspaces',
  plan_terms: 'prices and limits of each plan',
  billing_settings: 'one row: what invoices say of who runs the installation',
  stripe_events: 'each is known before its workspace is',
  provider_agent_claims:
    'which workspace a provider’s agent id belongs to, which is unique over the installation',
  unclaimed_voice_events: 'reports of calls nobody is known to have made yet',
  unknown_logins: 'failed sign-ins to addresses nobody has, and so of no workspace',
  schema_migrations: 'which migrations ran',
}

/** Tables whose rows can be erased. Other rows are kept, or marked as deleted. */
const erasable = [
  'applications',
  'calls',
  'files',
  'outgoing_webhooks',
  'webhook_deliveries',
  'candidates',
  'dispositions',
  'saved_reports',
  'report_dashboards',
  'saved_views',
  'live_events',
  'visits',
  'nodes',
  'idempotency_keys',
]

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname
  `.execute(server.db)
  return rows.map((row) => row.name)
}

interface ForeignKey {
  name: string
  from: string
  columns: string[]
  to: string
  toColumns: string[]
}

const columnNames = (table: string, numbers: string) =>
  sql.raw(`(
    select json_agg(a.attname order by k.place) from unnest(${numbers}) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number
  )`)

async function foreignKeys(): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to,
      ${columnNames('c.conrelid', 'c.conkey')} as columns, ${columnNames('c.confrelid', 'c.confkey')} as "toColumns"
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
  `.execute(server.db)
  return rows
}

interface Index {
  name: string
  table: string
  columns: string[]
  unique: boolean
}

async function indexes(): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, i.indisunique as unique,
      ${columnNames('i.indrelid', 'i.indkey::int2[]')} as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace
  `.execute(server.db)
  return rows.map((row) => ({ ...row, columns: row.columns ?? [] }))
}

const isTenant = (table: string) => !(table in withoutWorkspace)

describe('the schema', () => {
  it('names every table that belongs to no workspace', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'workspace_id' and is_nullable = 'NO'
    `.execute(server.db)
    const carrying = new Set(rows.map((row) => row.name))
    const without = (await tables()).filter((name) => !carrying.has(name) || name === 'logins')
    expect(without.sort()).toEqual(Object.keys(withoutWorkspace).sort())
  })

  it('has workspace_id in every primary and unique key of the rest', async () => {
    const keys = (await indexes()).filter((index) => index.unique && isTenant(index.table))
    expect(keys.length).toBeGreaterThan(30)
    expect(keys.filter((key) => key.columns[0] !== 'workspace_id').map((key) => key.name)).toEqual([])
  })

  it('gives every table a primary key', async () => {
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'p' and connamespace = 'public'::regnamespace
    `.execute(server.db)
    expect(rows.map((row) => row.name).sort()).toEqual((await tables()).sort())
  })

  it('lets no foreign key point into another workspace', async () => {
    // Plans are shared by all workspaces.
    const keys = (await foreignKeys()).filter((key) => isTenant(key.from) && key.to !== 'plan_terms')
    expect(keys.length).toBeGreaterThan(40)
    const loose = keys.filter((key) => {
      const place = key.columns.indexOf('workspace_id')
      const expected = key.to === 'workspaces' ? 'id' : 'workspace_id'
      return place === -1 || key.toColumns[place] !== expected
    })
    expect(loose.map((key) => key.name)).toEqual([])
  })

  it('finds references to an erasable row by index', async () => {
    const all = await indexes()
    const slow = (await foreignKeys()).filter(
      (key) =>
        erasable.includes(key.to) &&
        !all.some(
          (index) =>
            index.table === key.from &&
            key.columns.every((column) => index.columns.slice(0, key.columns.length).includes(column)),
        ),
    )
    expect(slow.map((key) => key.name)).toEqual([])
  })

  it('stores every time to the millisecond, as JSON and cursors do', async () => {
    const { rows } = await sql<{ column: string }>`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and data_type like 'timestamp%'
        and (data_type <> 'timestamp with time zone' or datetime_precision <> 3)
        and table_name <> 'schema_migrations'
    `.execute(server.db)
    expect(rows).toEqual([])
  })

  it('compares ranks byte by byte', async () => {
    const { rows } = await sql<{ collation: string }>`
      select collation_name as collation from information_schema.columns
      where table_schema = 'public' and column_name = 'rank'
    `.execute(server.db)
    expect(rows).toEqual([{ collation: 'C' }])
  })
})
