import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { connect } from './connect.ts'
import type { DB } from './schema.generated.ts'
import { writeTransaction } from './transaction.ts'

let server: TestServer
let db: Kysely<DB>

beforeAll(async () => {
  server = await startTestServer()
})

/** One connection, so that each statement meets what the one before prepared. */
beforeEach(() => {
  db = connect(server.ownerConnectionString, 1)
})

afterEach(async () => {
  await sql`drop table if exists parcels`.execute(db)
  await db.destroy()
})

afterAll(() => server?.stop())

const twice = (n: number) => sql<{ twice: number }>`select ${n}::int * 2 as twice`

async function run(times: number, on: Kysely<DB> = db): Promise<number[]> {
  const results = []
  for (let n = 1; n <= times; n += 1) results.push((await twice(n).execute(on)).rows[0]!.twice)
  return results
}

const preparedOn = async (on: Kysely<DB> = db) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(on)).rows.map(
    ({ statement }) => statement,
  )

describe('a statement', () => {
  it('is prepared once it has run often, with the same results', async () => {
    expect(await run(5)).toEqual([2, 4, 6, 8, 10])
    expect(await preparedOn()).toEqual([])
    expect(await run(5)).toEqual([2, 4, 6, 8, 10])
    expect(await preparedOn()).toEqual(['select $1::int * 2 as twice'])
  })

  it('without values is never prepared', async () => {
    for (let n = 0; n < 10; n += 1) await sql`select 1`.execute(db)
    expect(await preparedOn()).toEqual([])
  })

  it.each([
    sql`select ${'Ana'}::text like fold(${'%an%'}::text)`,
    sql`select ${'{"shift": "night"}'}::jsonb @> ${'{"shift": "night"}'}::jsonb`,
    sql`select from applications where applications.tags && ${['CDL']}::text[]`,
  ])('that searches is planned for each value', async (search) => {
    for (let n = 0; n < 10; n += 1) await search.execute(db)
    expect(await preparedOn()).toEqual([])
  })

  it('is never prepared where the setting turns it off', async () => {
    const off = connect(server.connectionString, 1, { prepares: false })
    try {
      expect(await run(10, off)).toHaveLength(10)
      expect(await preparedOn(off)).toEqual([])
    } finally {
      await off.destroy()
    }
  })

  it('is not one of more than 200 that a connection holds', async () => {
    for (let n = 0; n < 220; n += 1)
      for (let times = 0; times < 6; times += 1) await sql`select ${n}::int as ${sql.id(`c${n}`)}`.execute(db)
    expect(await preparedOn()).toHaveLength(200)
  })
})

describe('a prepared statement whose table gains a column', () => {
  const all = () => sql`select * from parcels where id = ${1}`

  beforeEach(async () => {
    await sql`create table parcels (id int)`.execute(db)
    await sql`insert into parcels values (1)`.execute(db)
    for (let n = 0; n < 8; n += 1) await all().execute(db)
    await sql`alter table parcels add column weight int default 7`.execute(db)
  })

  it('answers with the new column', async () => {
    expect((await all().execute(db)).rows).toEqual([{ id: 1, weight: 7 }])
  })

  it('runs again with the whole transaction, whose earlier writes happen once', async () => {
    const rows = await writeTransaction(db, async (tx) => {
      await sql`insert into parcels (id) values (2)`.execute(tx)
      return (await all().execute(tx)).rows
    })
    expect(rows).toEqual([{ id: 1, weight: 7 }])
    const { rows: stored } = await sql`select id from parcels order by id`.execute(db)
    expect(stored).toEqual([{ id: 1 }, { id: 2 }])
  })
})

it('nothing is prepared any more behind a pooler that loses prepared statements, and no call fails', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  await run(8)
  await sql`deallocate all`.execute(db)
  expect(await run(8)).toEqual([2, 4, 6, 8, 10, 12, 14, 16])
  expect(await preparedOn()).toEqual([])
  expect(warn).toHaveBeenCalledOnce()
  expect(warn.mock.calls[0]![0]).toContain('MUSTER_PREPARED_STATEMENTS=0')
  warn.mockRestore()
})
