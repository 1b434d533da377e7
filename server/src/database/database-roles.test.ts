import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { ConfigError } from '../config/config-error.ts'
import { prepareSchema } from '../installation/prepare-schema.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { auditLogExposure, grantToAppRole } from './database-roles.ts'
import { startEmbeddedPostgres } from './embedded.ts'

let server: TestServer
let workspaceId: string
let otherId: string
let app: pg.Client
let owner: pg.Client
const roleIn = (url: string) => new URL(url).username
const ownerRole = roleIn(inject('postgresOwner'))
const appRole = roleIn(inject('postgresApp'))

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  otherId = (await server.addWorkspace()).workspaceId
  app = await open(server.connectionString)
  owner = await open(server.ownerConnectionString)
})

afterAll(async () => {
  await app?.end()
  await owner?.end()
  await server?.stop()
})

/** Adds entries as the server does, of the given ages. */
async function addEntries(workspace: string, ages: readonly string[]): Promise<void> {
  for (const age of ages)
    await app.query(
      `insert into audit_logs (workspace_id, id, action, at) values ($1, gen_random_uuid(), $2::text, now() - $2::text::interval)`,
      [workspace, age],
    )
}

/** Returns every entry with its place and transaction, and everything that guards the table. */
async function auditLogState(): Promise<unknown> {
  const { rows } = await owner.query(`
    select (select json_agg(l order by l.id) from (select ctid, xmin, * from public.audit_logs) l) as entries,
      (select json_agg(t order by tgname) from (
        select tgname, tgenabled, tgfoid from pg_trigger where tgrelid = 'public.audit_logs'::regclass) t) as triggers,
      (select json_agg(p order by oid) from (
        select oid, pg_get_functiondef(oid) as text, proowner, proacl from pg_proc
        where proname in ('audit_logs_stay', 'delete_expired_audit_logs')) p) as functions,
      (select row_to_json(c) from (
        select relname, relowner, relnamespace, relacl, relpersistence, relrowsecurity, relhasrules, relfilenode,
          (select json_agg(attname order by attnum) from pg_attribute where attrelid = pg_class.oid) as columns,
          (select count(*) from pg_index where indrelid = pg_class.oid) as indexes
        from pg_class where oid = 'public.audit_logs'::regclass) c) as table_is,
      (select json_agg(r order by rolname) from (
        select rolname, rolsuper, rolcreaterole, rolreplication from pg_roles where rolname in ('${appRole}', '${ownerRole}')) r
      ) as roles,
      (select count(*) from pg_auth_members where member = '${appRole}'::regrole) as memberships,
      (select count(*) from pg_namespace) as schemas`)
  return rows[0]
}

const change = `update audit_logs set action = 'nothing'`
const harmless = `language plpgsql as $$ begin return null; end $$`

describe('the application role', () => {
  beforeEach(() => addEntries(workspaceId, ['1 hour']))

  it.each([
    ['an update', change],
    ['a delete', 'delete from audit_logs'],
    ['a delete of old entries', `delete from audit_logs where at < now() - interval '40 years'`],
    ['a delete within a query', 'with gone as (delete from audit_logs returning 1) select * from gone'],
    [
      'a merge',
      'merge into audit_logs l using workspaces w on w.id = l.workspace_id when matched then delete',
    ],
    [
      'an upsert',
      `insert into audit_logs select * from audit_logs on conflict (workspace_id, id) do update set action = 'nothing'`,
    ],
    ['a lock of rows', 'select from audit_logs for update'],
    ['a lock of the table', 'begin; lock table audit_logs in access exclusive mode'],
    ['truncate', 'truncate audit_logs'],
    ['truncate of what it refers to', 'truncate workspaces cascade'],
    ['drop table', 'drop table audit_logs cascade'],
    ['drop of what it refers to', 'drop table workspaces cascade'],
    ['drop schema', 'drop schema public cascade'],
    ['drop owned', `drop owned by ${ownerRole} cascade`],
    ['reassign owned', `reassign owned by ${ownerRole} to ${appRole}`],
    ['drop trigger', 'drop trigger audit_logs_stay on audit_logs'],
    ['disable trigger', 'alter table audit_logs disable trigger audit_logs_stay'],
    ['disable all triggers', 'alter table audit_logs disable trigger all'],
    ['rename of the trigger', 'alter trigger audit_logs_stay on audit_logs rename to nothing'],
    ['rename of the table', 'alter table audit_logs rename to old_logs'],
    ['rename of a column', 'alter table audit_logs rename column action to nothing'],
    ['a new type of a column', `alter table audit_logs alter column action type text using 'nothing'`],
    ['drop column', 'alter table audit_logs drop column details'],
    ['another schema', 'alter table audit_logs set schema pgboss'],
    ['another owner', `alter table audit_logs owner to ${appRole}`],
    ['a rewrite', 'alter table audit_logs set unlogged'],
    ['row level security', 'alter table audit_logs enable row level security'],
    ['a policy', 'create policy hide on audit_logs using (false)'],
    ['a rule', 'create rule hush as on insert to audit_logs do instead nothing'],
    [
      'a trigger',
      'create trigger hush before insert on audit_logs for each row execute function audit_logs_stay()',
    ],
    ['an index', 'create index hush on audit_logs ((1 / 0))'],
    ['drop index', 'drop index audit_logs_by_time'],
    ['a partition or child', 'create table child () inherits (audit_logs)'],
    ['replace the guard', `create or replace function audit_logs_stay() returns trigger ${harmless}`],
    ['drop the guard', 'drop function audit_logs_stay() cascade'],
    ['alter the guard', 'alter function audit_logs_stay() security definer'],
    [
      'replace the clean-up',
      `create or replace function delete_expired_audit_logs(workspace uuid) returns integer language sql as 'select 1'`,
    ],
    ['drop the clean-up', 'drop function delete_expired_audit_logs(uuid)'],
    ['open the clean-up', 'alter function delete_expired_audit_logs(uuid) reset search_path'],
    ['a function of its own', `create function now_then() returns trigger ${harmless}`],
    ['a table of its own', 'create table public.audit_logs_of_mine (id int)'],
    ['a schema of its own', 'create schema mine'],
    ['no rule about age', 'alter table retention_rules drop constraint retention_rules_audit_years_check'],
    ['another trigger function call', `alter table retention_rules alter audit_years type numeric`],
    ['session_replication_role', 'set session_replication_role = replica'],
    [
      'session_replication_role by function',
      `select set_config('session_replication_role', 'replica', false)`,
    ],
    ['session_replication_role for later', `alter role ${appRole} set session_replication_role = replica`],
    ['allow_system_table_mods', 'set allow_system_table_mods = on'],
    ['set role', `set role ${ownerRole}`],
    ['set session authorization', `set session authorization ${ownerRole}`],
    ['membership', `grant ${ownerRole} to ${appRole}`],
    ['superuser', `alter role ${appRole} superuser`],
    ['the right to create roles', `alter role ${appRole} createrole`],
    ["the owner's password", `alter role ${ownerRole} password 'known'`],
    ['another role', 'create role accomplice'],
    ['the catalog', `update pg_class set relowner = '${appRole}'::regrole where relname = 'audit_logs'`],
    ['a program', `copy audit_logs to program 'cat'`],
    ['a file', `copy audit_logs to '/tmp/audit-logs'`],
    ['a file of the server', `select pg_read_file('postgresql.auto.conf')`],
    ['a setting of the server', `alter system set session_replication_role = 'replica'`],
    ['an event trigger', 'create event trigger hush on ddl_command_end execute function audit_logs_stay()'],
    ['a language', 'create function mine() returns int language c as $$x$$'],
    ['a migration that ran', 'delete from schema_migrations'],
    ['a migration that did not', `insert into schema_migrations (name, sha256) values ('9999', '')`],
    ['an older pg-boss', 'update pgboss.version set version = 20'],
    [
      'a statement that pg-boss runs as the owner',
      `insert into pgboss.bam (name, version, table_name, command) values ('x', 1, 'x', 'truncate audit_logs')`,
    ],
    ['another table of a queue', `update pgboss.queue set table_name = 'x', partition = true`],
    ['a table in the schema of pg-boss', 'create table pgboss.mine (id int)'],
    ['a function of pg-boss', 'drop function pgboss.create_queue(text, jsonb)'],
  ])('may not %s', async (_, statement) => {
    const before = await auditLogState()
    const session = await open(server.connectionString)
    await expect(session.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42809|55000)$/),
    })
    await session.end()
    expect(await auditLogState()).toEqual(before)
  })

  it('keeps what it has by other grants, by deleting the workspace and by a queue with a table', async () => {
    const before = await auditLogState()
    await app.query(`grant all on audit_logs to ${appRole}, public`)
    await expect(app.query(change)).rejects.toMatchObject({ code: '42501' })
    await expect(app.query('delete from workspaces where id = $1', [workspaceId])).rejects.toMatchObject({
      code: '42501',
    })
    await expect(
      app.query(`select pgboss.create_queue('mine', '{"policy": "standard", "partition": true}')`),
    ).rejects.toMatchObject({ code: '23514' })
    expect(await auditLogState()).toEqual(before)
  })

  it('adds and reads entries', async () => {
    const { rows } = await app.query('select action from audit_logs where workspace_id = $1', [workspaceId])
    expect(rows[0]).toEqual({ action: '1 hour' })
  })

  it("cannot reach the log through references to it or functions with the owner's privileges", async () => {
    const { rows } = await owner.query(`
      select conname from pg_constraint
      where contype = 'f' and conrelid = 'audit_logs'::regclass and (confdeltype, confupdtype) <> ('a', 'a')`)
    expect(rows).toEqual([])
    const { rows: definers } = await owner.query(`
      select proname, proconfig, has_function_privilege('public', oid, 'execute') as everybody
      from pg_proc where prosecdef and pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1`)
    const proconfig = ['search_path=pg_catalog, public, pg_temp']
    expect(definers).toEqual([
      { proname: 'delete_expired_audit_logs', proconfig, everybody: false },
      { proname: 'refresh_table_statistics', proconfig, everybody: false },
    ])
  })
})

describe('delete_expired_audit_logs', () => {
  const setRule = (workspace: string, years: number | null) =>
    app.query(
      `insert into retention_rules (workspace_id, audit_years) values ($1, $2)
        on conflict (workspace_id) do update set audit_years = excluded.audit_years`,
      [workspace, years],
    )
  const actions = async (workspace: string) =>
    (
      await app.query('select action from audit_logs where workspace_id = $1 order by at', [workspace])
    ).rows.map(({ action }) => action)
  const run = async (workspace: string, client = app) =>
    (await client.query('select delete_expired_audit_logs($1) as n', [workspace])).rows[0].n

  it("deletes what the workspace's retention allows and nothing else, and logs it", async () => {
    const mine = (await server.addWorkspace()).workspaceId
    const ages = ['6 years', '3 years', '13 months', '11 months']
    await addEntries(mine, ages)
    await addEntries(otherId, ages)
    expect(await run(mine)).toBe(0)
    await setRule(mine, null)
    expect(await run(mine)).toBe(0)
    await setRule(mine, 5)
    await setRule(otherId, 50)
    expect(await run(mine)).toBe(1)
    expect(await actions(mine)).toEqual([...ages.slice(1), 'retention.audit_logs_deleted'])
    await expect(setRule(mine, 0)).rejects.toMatchObject({ code: '23514' })
    await setRule(mine, 1)
    expect(await run(mine)).toBe(2)
    expect(await run(mine)).toBe(0)
    const retentionEntry = 'retention.audit_logs_deleted'
    expect(await actions(mine)).toEqual(['11 months', retentionEntry, retentionEntry])
    const { rows } = await app.query(
      `select details, user_id from audit_logs where workspace_id = $1 and action = $2 order by at`,
      [mine, retentionEntry],
    )
    expect(rows).toEqual([
      { details: { auditLogs: 1, auditYears: 5 }, user_id: null },
      { details: { auditLogs: 2, auditYears: 1 }, user_id: null },
    ])
    expect(await run(otherId)).toBe(0)
    expect(await actions(otherId)).toEqual(ages)
  })

  it('is not deceived by tables and functions of the session', async () => {
    const mine = (await server.addWorkspace()).workspaceId
    await addEntries(mine, ['3 years'])
    const session = await open(server.connectionString)
    await session.query(`
      create temp table retention_rules as select '${mine}'::uuid as workspace_id, 1 as audit_years;
      create function pg_temp.now() returns timestamptz language sql as $$select 'infinity'::timestamptz$$;
      set search_path = pg_temp, pg_catalog, public; set timezone = 'Asia/Tokyo'`)
    expect(await run(mine, session)).toBe(0)
    await setRule(mine, 5)
    expect(await run(mine, session)).toBe(0)
    await session.end()
    expect(await actions(mine)).toEqual(['3 years'])
  })
})

describe('grantToAppRole', () => {
  const exposure = async (client = app) => (await client.query(auditLogExposure)).rows[0].exposure

  it('covers every table, sequence and function, including those of later migrations', async () => {
    await owner.query('create table later (id bigint generated always as identity, serial serial)')
    await app.query('insert into later default values; update later set serial = 7; delete from later')
    const { rows } = await owner.query(`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
        and (c.relkind in ('r', 'p') and not has_table_privilege('${appRole}', c.oid, 'select, insert')
          and c.relname not in ('schema_migrations', 'version', 'bam')
          or c.relkind = 'S' and not has_sequence_privilege('${appRole}', c.oid, 'usage'))`)
    expect(rows).toEqual([])
    await owner.query('drop table later')
  })

  it('revokes excess privileges, also from everybody, and writes nothing without a difference', async () => {
    await owner.query(`
      grant all on audit_logs, schema_migrations to ${appRole} with grant option; grant all on audit_logs to public;
      grant create on schema public to ${appRole}; grant execute on function delete_expired_audit_logs to public`)
    expect(await exposure()).toMatch('more rights')
    await grantToAppRole(server.ownerConnectionString, appRole)
    expect(await exposure()).toBeNull()
    await expect(app.query(change)).rejects.toMatchObject({ code: '42501' })
    await expect(app.query('delete from schema_migrations')).rejects.toMatchObject({ code: '42501' })
    const acls = async () =>
      (
        await owner.query(`select
          (select json_agg(x) from (select oid, xmin, relacl from pg_class order by oid) x) as tables,
          (select json_agg(x) from (select oid, xmin, proacl from pg_proc order by oid) x) as functions,
          (select json_agg(x) from (select oid, xmin, nspacl from pg_namespace order by oid) x) as schemas,
          (select json_agg(x) from (select oid, xmin, defaclacl from pg_default_acl order by oid) x) as defaults`)
      ).rows[0]
    const before = await acls()
    await grantToAppRole(server.ownerConnectionString, appRole)
    expect(await acls()).toEqual(before)
  })

  it('detects who could still change the log', async () => {
    expect(await exposure()).toBeNull()
    expect(await exposure(owner)).toMatch('it owns the table')
    const url = new URL(inject('postgres'))
    url.pathname = new URL(server.connectionString).pathname
    const superuser = await open(url.href)
    expect(await exposure(superuser)).toBe('it is a superuser')
    await superuser.end()
  })
})

describe('prepareSchema', () => {
  const prepare = async (ownerUrl: string, appUrl: string) => {
    const lines: string[] = []
    await prepareSchema({ ownerUrl, appUrl, log: (line) => lines.push(line) })
    return lines
  }

  it('starts a node without the owner while the schema is current, else reports what is missing', async () => {
    const { connectionString } = server
    expect(await prepare(connectionString, connectionString)).toEqual([])
    const { rows } = await owner.query(
      `delete from schema_migrations where name = (select max(name) from schema_migrations) returning *`,
    )
    await expect(prepare(connectionString, connectionString)).rejects.toThrow(
      `The database needs migrations, which the role "${appRole}" may not run`,
    )
    await owner.query('insert into schema_migrations values ($1, $2, $3)', Object.values(rows[0]))
    expect(await prepare(connectionString, connectionString)).toEqual([])
  })

  it('serves with a single role, and reports in one line what is weaker', async () => {
    const { ownerConnectionString } = server
    expect(await prepare(ownerConnectionString, ownerConnectionString)).toEqual([
      `The role "${ownerRole}" of DATABASE_URL could change the audit log: it owns the table, or belongs to the role that does. Give the server a role of its own: docs/operations.md, "Two database roles".`,
    ])
  })

  it('refuses a pooler of another role, which would have no privileges, and changes nothing', async () => {
    const { connectionString, ownerConnectionString } = server
    const settings = { ownerUrl: ownerConnectionString, appUrl: connectionString, log: () => {} }
    const pooledUrl = new URL(inject('postgres'))
    pooledUrl.pathname = new URL(connectionString).pathname
    const refused = prepareSchema({ ...settings, pooledUrl: pooledUrl.href })
    await expect(refused).rejects.toThrow(ConfigError)
    await expect(refused).rejects.toThrow(
      `DATABASE_URL connects as the role "${pooledUrl.username}", and DATABASE_DIRECT_URL as "${appRole}": they must be the same`,
    )
    // The same role at another address is a pooler's.
    const same = new URL(connectionString)
    same.searchParams.set('application_name', 'pooler')
    await prepareSchema({ ...settings, pooledUrl: same.href })
  })

  it('refuses the owner of another database', async () => {
    await expect(prepare(inject('postgresOwner'), server.connectionString)).rejects.toThrow(
      'must be the same',
    )
  })

  it('refuses the owner of a database of the same name on another server, and changes nothing there', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'muster-other-server-'))
    const other = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off', shared_buffers: '16MB' } })
    try {
      const name = new URL(server.connectionString).pathname.slice(1)
      const admin = await open(other.superuserConnectionString)
      await admin.query(`create database ${name} owner muster`)
      await admin.end()
      const url = new URL(other.connectionString)
      url.pathname = `/${name}`
      await expect(prepare(url.href, server.connectionString)).rejects.toThrow('must be the same')
      const client = await open(url.href)
      const { rows } = await client.query(
        `select tablename from pg_tables where schemaname in ('public', 'pgboss')`,
      )
      await client.end()
      expect(rows).toEqual([])
    } finally {
      await other.stop()
      await rm(dataDir, { recursive: true })
    }
  })

  it('refuses an owner that owns nothing', async () => {
    await expect(prepare(server.connectionString, server.ownerConnectionString)).rejects.toThrow(
      `The role "${appRole}" of DATABASE_OWNER_URL does not own the tables`,
    )
  })
})

describe('docs/operations.md', () => {
  const mark = process.pid
  const names = { owner: `muster_docs_${mark}`, app: `muster_docs_app_${mark}` }
  let blocks: string[]

  beforeAll(async () => {
    const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    const section = page.split('## Two database roles')[1]!.split('\n## ')[0]!
    blocks = [...section.matchAll(/```sql\n(.*?)```/gs)].map(([, text]) => text!)
  })

  async function run(text: string): Promise<void> {
    const own = text.replace(/\bmuster_app\b/g, names.app).replace(/\bmuster\b/g, names.owner)
    const admin = await open(inject('postgres'))
    // One at a time: databases are created outside of transactions.
    for (const statement of own.split(';').filter((part) => part.trim())) await admin.query(statement)
    await admin.end()
  }

  const urlOf = (role: string, password: string) => {
    const url = new URL(inject('postgres'))
    Object.assign(url, { username: role, password, pathname: `/${names.owner}` })
    return url.href
  }

  async function prepare(ownerUrl: string, appUrl: string): Promise<string[]> {
    const lines: string[] = []
    await prepareSchema({ ownerUrl, appUrl, log: (line) => lines.push(line) })
    return lines
  }

  afterEach(async () => {
    const admin = await open(inject('postgres'))
    await admin.query(`drop database if exists ${names.owner} with (force)`)
    for (const role of Object.values(names)) await admin.query(`drop role if exists ${role}`)
    await admin.end()
  })

  it('has the SQL for a new database, and for one with a single role', async () => {
    const [ownerUrl, appUrl] = [urlOf(names.owner, 'choose one'), urlOf(names.app, 'choose another')]
    const [fresh, later] = blocks as [string, string]
    expect(blocks).toHaveLength(2)
    await run(fresh.replace(/create role muster_app.*/, ''))
    expect(await prepare(ownerUrl, ownerUrl)).toHaveLength(1)
    await run(later)
    expect(await prepare(ownerUrl, appUrl)).toEqual([])
    const node = await open(appUrl)
    await expect(node.query('delete from audit_logs')).rejects.toMatchObject({ code: '42501' })
    await node.end()
    const admin = await open(inject('postgres'))
    await admin.query(`drop database ${names.owner} with (force)`)
    for (const role of Object.values(names)) await admin.query(`drop role ${role}`)
    await admin.end()
    await run(fresh)
    expect(await prepare(ownerUrl, appUrl)).toEqual([])
    expect(await prepare(appUrl, appUrl)).toEqual([])
  })
})
