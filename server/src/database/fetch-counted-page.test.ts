import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import type { Database } from './connect.ts'
import { fetchSearchedPage, type Rows } from './keyset.ts'

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
  return fetchSearchedPage(
    db,
    rows,
    'candidates.id',
    { expression: sql`lower(candidates.name)`, type: 'text', descending: false },
    { q: location, sort: 'name', limit: 3, cursor },
  )
}

describe('fetchSearchedPage', () => {
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
