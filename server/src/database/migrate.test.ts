import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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
  it('has one of several nodes migrate while the others wait', async () => {
    await write('0001_one.sql', 'create table one (id int); select pg_sleep(0.2)')
    await write('0002_two.sql', 'insert into one values (1)')
    await Promise.all([run(), run(), run()])
    expect(await applied()).toEqual(['0001_one.sql', '0002_two.sql'])
    expect((await client.query('select id from one')).rows).toEqual([{ id: 1 }])
  })

  it('lets others pass while somebody holds a table it wants, and changes it once that one is done', async () => {
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

  it('leaves nothing of a file that fails or takes too long, and says why', async () => {
    await write('0001_one.sql', 'create table one (id int); select pg_sleep(5)')
    await expect(run({ statementTimeoutMs: 100 })).rejects.toThrow('statement timeout')
    expect(await applied()).toEqual([])
    expect((await client.query(`select to_regclass('one') as found`)).rows).toEqual([{ found: null }])
  })

  it('gives up in the end when a table never comes free', async () => {
    await write('0001_one.sql', 'create table one (id int)')
    await run()
    await write('0002_two.sql', 'alter table one add column name text')
    await client.query('begin; lock table one in access share mode')
    await expect(run({ lockTimeoutMs: 20, attempts: 2 })).rejects.toThrow('lock timeout')
    await client.query('rollback')
  })

  it('builds an index beside what is written, where a file asks for it', async () => {
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
})
