import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import type { Database } from './connect.ts'
import { fetchCountedPage, type Rows } from './keyset.ts'
import { newId } from './new-id.ts'

let server: TestServer
let workspaceId: string

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  await sql`
    insert into candidates (workspace_id, id, name, location)
    select ${workspaceId}, gen_random_uuid(), 'Ana ' || lpad(n::text, 5, '0'),
      case when n % 100 = 0 then 'rare' else 'common' end
    from generate_series(1, 10200) n
  `.execute(server.db)
})

afterAll(() => server?.stop())

type Found = { id: string; name: string; sorts: string }

function find(db: Database, location: string, cursor?: string) {
  const rows = db
    .selectFrom('candidates')
    .where('candidates.workspace_id', '=', workspaceId)
    .where('candidates.location', '=', location)
    .select(['candidates.id', 'candidates.name'])
    .select(sql<string>`current_setting('enable_sort')`.as('sorts')) as Rows<Found>
  return fetchCountedPage(
    db,
    rows,
    'candidates.id',
    { expression: sql`lower(candidates.name)`, type: 'text', descending: false },
    { sort: 'name', limit: 3, cursor },
    true,
  )
}

describe('fetchCountedPage', () => {
  it('walks the index of the order if more than 10,000 rows match, and sorts a few', async () => {
    const few = await find(server.db, 'rare')
    expect([few.total, few.rows[0]?.sorts]).toEqual([{ value: 102, atLeast: false }, 'on'])
    const many = await find(server.db, 'common')
    expect([many.total, many.rows[0]?.sorts]).toEqual([{ value: 10_000, atLeast: true }, 'off'])
  })

  it('has the same rows on the next page', async () => {
    const first = await find(server.db, 'common')
    const second = await find(server.db, 'common', first.nextCursor!)
    expect([...first.rows, ...second.rows].map(({ name }) => name)).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => `Ana 0000${n}`),
    )
  })

  it('counts for the first page, and keeps its total for the later ones', async () => {
    const first = await find(server.db, 'rare')
    await server.db
      .insertInto('candidates')
      .values({ workspace_id: workspaceId, id: newId(), name: 'Zoe', location: 'rare' })
      .execute()
    const second = await find(server.db, 'rare', first.nextCursor!)
    expect([first.total.value, second.total.value]).toEqual([102, 102])
    const third = await find(server.db, 'rare', second.nextCursor!)
    expect(third.total).toEqual({ value: 102, atLeast: false })
    expect((await find(server.db, 'rare')).total.value).toBe(103)
  })

  it('keeps that there are more than 10,000', async () => {
    const first = await find(server.db, 'common')
    const second = await find(server.db, 'common', first.nextCursor!)
    expect([second.total, second.rows[0]?.sorts]).toEqual([{ value: 10_000, atLeast: true }, 'off'])
  })

  it('counts anew for a cursor of other filters', async () => {
    const { nextCursor } = await find(server.db, 'common')
    expect((await find(server.db, 'nowhere', nextCursor!)).total).toEqual({ value: 0, atLeast: false })
  })

  it.each([
    ['no number', 'x'],
    ['a fraction', 1.5],
    ['less than none', -1],
    ['more than is counted', 10_001],
  ])('counts anew for a cursor whose total is %s', async (_, total) => {
    const { nextCursor } = await find(server.db, 'common')
    const [sort, key, id, [query]] = JSON.parse(Buffer.from(nextCursor!, 'base64url').toString())
    const made = Buffer.from(JSON.stringify([sort, key, id, [query, total]])).toString('base64url')
    expect((await find(server.db, 'common', made)).total).toEqual({ value: 10_000, atLeast: true })
  })

  it('leaves the settings of the transaction as they were', async () => {
    const after = await server.db.transaction().execute(async (tx) => {
      await find(tx, 'common')
      const { rows } = await sql<{ sorts: string }>`select current_setting('enable_sort') as sorts`.execute(
        tx,
      )
      return rows[0]!.sorts
    })
    expect(after).toBe('on')
  })
})
