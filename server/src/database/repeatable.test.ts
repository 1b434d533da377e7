import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { listMigrations, listRepeatable, migrate } from './migrate.ts'

const names = [`muster_fresh_${process.pid}`, `muster_upgraded_${process.pid}`] as const
let admin: pg.Client

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
})

afterAll(async () => {
  for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
})

/** Muster's objects, not those of an extension. */
const ours = (catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype = 'e')`

const objects = `
  select 'function ' || o.proname as name, pg_get_functiondef(o.oid) as definition from pg_proc o
  where o.pronamespace = 'public'::regnamespace and o.prokind = 'f' and ${ours('pg_proc')}
  union all
  select 'trigger ' || o.tgname, pg_get_triggerdef(o.oid) from pg_trigger o where not o.tgisinternal
  union all
  select 'view ' || o.relname, pg_get_viewdef(o.oid) from pg_class o
  where o.relkind in ('v', 'm') and o.relnamespace = 'public'::regnamespace and ${ours('pg_class')}`

const tables = `
  select c.relname || '.' || a.attname as name,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as definition
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  union all
  select conname || ' on ' || conrelid::regclass, pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace
  union all
  select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'`

async function query<Row extends object>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}

/** Functions that tables use: indexes, constraints and generated columns store their results, so they never change. */
const ofTables = ['field_texts', 'fold', 'short_field_words', 'sum_of_invoice_lines']

/** What nodes of the released version count rows with; dropped with the next release. */
const ofReleased = [
  'report_append_deltas report_compact report_disposition report_end_reason report_events report_facts',
  'report_facts_of_many report_is_answered report_is_conversation report_is_distinct report_key report_of_company',
  'report_of_source report_outcome report_refresh_one report_refresh_touched report_type',
]
  .flatMap((names) => names.split(' ').map((name) => `function ${name}`))
  .concat('trigger report_touched_refresh')

/** Triggers that a loop creates on many tables. */
const ofLoops =
  /^trigger (stamp_change|note_deleted_row|\w+_webhooks_\w+|\w+_write_field_files(_of_added)?|\w+_detach_field_files)$/

describe('the repeatable files', () => {
  it('define each function, trigger and view once', async () => {
    const text = (await listRepeatable()).map((file) => file.text).join('\n')
    const defined = [...text.matchAll(/^create or replace (function|trigger|view) (\w+)/gm)].map(
      ([, kind, name]) => `${kind} ${name}`,
    )
    const rows = await query<{ name: string }>(inject('postgresOwner'), objects)
    const expected = rows
      .map(({ name }) => name)
      .filter((name) => !ofTables.includes(name.split(' ')[1]!))
      .filter((name) => defined.includes(name) || !ofLoops.test(name))
    expect(defined.sort()).toEqual(expected.filter((name) => !ofReleased.includes(name)).sort())
  })

  it('leave the same schema after an upgrade as after a fresh installation', async () => {
    const owner = new URL(inject('postgresOwner'))
    const [fresh, upgraded] = names.map((name) => {
      const url = new URL(owner)
      url.pathname = `/${name}`
      return url.href
    }) as [string, string]
    for (const name of names) await admin.query(`create database ${name} owner ${owner.username}`)
    const all = (await listMigrations()).map(({ name }) => name)
    await migrate(fresh)
    await migrate(upgraded, { only: all.slice(0, Math.floor(all.length / 2)) })
    await migrate(upgraded)
    const dump = `select * from (${objects} union all ${tables}) as o order by name, definition`
    const schema = await query(fresh, dump)
    expect(schema.length).toBeGreaterThan(500)
    expect(await query(upgraded, dump)).toEqual(schema)
  })
})
