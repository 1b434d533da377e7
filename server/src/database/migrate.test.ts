import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type MigrateOptions, migrate } from './migrate.ts'

const database = `muster_migrate_${process.pid}`
let connectionString: string
let admin: pg.Client
let client: pg.Client
let folder: string
let directory: URL

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  const url = new URL(inject('postgres'))
  url.pathname = `/${database}`
  connectionString = url.href
})

afterAll(() => admin.end())

beforeEach(async () => {
  await admin.query(`create database ${database}`)
  client = new pg.Client({ connectionString })
  await client.connect()
  folder = await mkdtemp(join(tmpdir(), 'muster-migrations-'))
  directory = pathToFileURL(`${folder}/`)
})

afterEach(async () => {
  await client.end()
  await admin.query(`drop database ${database} with (force)`)
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const run = (options: MigrateOptions = {}) => migrate(connectionString, { directory, ...options })

async function applied(): Promise<string[]> {
  const { rows } = await client.query('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}

describe('migrate', () => {
  it('runs on one of several nodes while the others wait', async () => {
    await write('0001_one.sql', 'create table one (id int); select pg_sleep(0.2)')
    await write('0002_two.sql', 'insert into one values (1)')
    await Promise.all([run(), run(), run()])
    expect(await applied()).toEqual(['0001_one.sql', '0002_two.sql'])
    expect((await client.query('select id from one')).rows).toEqual([{ id: 1 }])
  })

  it('lets others pass while a table is locked, and changes it once it is free', async () => {
    await write('0001_one.sql', 'create table one (id int)')
    await run()
    await write('0002_two.sql', 'alter table one add column name text')
    await client.query('begin; lock table one in access share mode')
    const said: string[] = []
    const migrating = run({ lockTimeoutMs: 100, log: (line) => said.push(line) })
    await expect.poll(() => said).toHaveLength(1)
    const other = new pg.Client({ connectionString })
    await other.connect()
    for (let n = 0; n < 5; n += 1) await other.query('select id from one')
    await other.end()
    expect(await applied()).toEqual(['0001_one.sql'])
    await client.query('commit')
    await migrating
    expect(await applied()).toEqual(['0001_one.sql', '0002_two.sql'])
  })

  it('rolls back a file that fails or takes too long, and reports why', async () => {
    await write('0001_one.sql', 'create table one (id int); select pg_sleep(5)')
    await expect(run({ statementTimeoutMs: 100 })).rejects.toThrow('statement timeout')
    expect(await applied()).toEqual([])
    expect((await client.query(`select to_regclass('one') as found`)).rows).toEqual([{ found: null }])
  })

  it('gives up in the end when a table is never free', async () => {
    await write('0001_one.sql', 'create table one (id int)')
    await run()
    await write('0002_two.sql', 'alter table one add column name text')
    await client.query('begin; lock table one in access share mode')
    await expect(run({ lockTimeoutMs: 20, attempts: 2 })).rejects.toThrow('lock timeout')
    await client.query('rollback')
  })

  it('builds an index while the table is written, if the file asks for it', async () => {
    await write('0001_one.sql', 'create table one (id int)')
    await write(
      '0002_two.sql',
      '-- outside a transaction\ncreate index concurrently if not exists one_id on one (id)',
    )
    await run()
    expect(
      (await client.query(`select indisvalid from pg_index where indexrelid = 'one_id'::regclass`)).rows,
    ).toEqual([{ indisvalid: true }])
  })

  it('refuses a file that changed after it ran', async () => {
    await write('0001_one.sql', 'create table one (id int)')
    await run()
    await write('0001_one.sql', 'create table other (id int)')
    await expect(run()).rejects.toThrow('0001_one.sql changed')
  })

  const said = async () => (await client.query('select speak() as said')).rows[0].said
  const speak = (words: string) =>
    write(
      'repeatable/speak.sql',
      `create or replace function speak() returns text language sql as $$ select '${words}' || word() $$`,
    )
  const word = () =>
    write(
      'repeatable/word.sql',
      `create or replace function word() returns text language sql as $$ select max(id)::text from one $$`,
    )

  it('runs repeatable files after the numbered ones, and again only when they change', async () => {
    await mkdir(join(folder, 'repeatable'))
    await speak('first ')
    await word()
    await write('0001_one.sql', 'create table one (id int); insert into one values (7)')
    await run()
    expect(await said()).toBe('first 7')
    await client.query(
      `create or replace function word() returns text language sql as $$ select 'by hand' $$`,
    )
    await speak('second ')
    await run()
    expect(await said()).toBe('second by hand')
    expect(await applied()).toEqual(['0001_one.sql', 'repeatable/speak.sql', 'repeatable/word.sql'])
  })

  it('leaves repeatable files to a newer version that has migrated', async () => {
    await mkdir(join(folder, 'repeatable'))
    await speak('new ')
    await word()
    await write('0001_one.sql', 'create table one (id int); insert into one values (1)')
    await write('0002_two.sql', 'insert into one values (2)')
    await run()
    await rm(join(folder, '0002_two.sql'))
    await speak('old ')
    await run()
    expect(await said()).toBe('new 2')
  })
})
