import { createCandidate } from '@muster/contract/candidates.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

it('erasing a candidate empties every text that somebody entered', async () => {
  const { body } = await server.call(createCandidate, { as: admin, body: { name: 'Zelda Zwick' } })
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' and table_name = 'candidates' and is_generated = 'NEVER'
      and udt_name in ('text', '_text', 'jsonb', 'date') and column_name not in ('name', 'consent', 'given_channels', 'revoked_channels')
  `.execute(server.db)
  const values: Record<string, string> = {
    text: 'zwick',
    _text: '{zwick}',
    jsonb: '{"zwick":"zwick"}',
    date: '2001-02-03',
  }
  for (const { name, type } of columns)
    await sql`
      update candidates set ${sql.id(name)} = cast(${values[type]} as ${sql.id(type)}) where id = ${body.id}
    `.execute(server.db)
  const erased = await server.call(eraseCandidate, {
    as: admin,
    params: { id: body.id },
    body: { confirmName: 'Zelda Zwick' },
  })
  expect(erased.status).toBe(200)
  const { rows } = await sql<Record<string, unknown>>`
    select to_jsonb(c) as row from candidates c where id = ${body.id}
  `.execute(server.db)
  const row = rows[0]!.row as Record<string, unknown>
  const kept = columns.filter(({ name }) => /zwick|2001/.test(JSON.stringify(row[name]).toLowerCase()))
  expect(kept.map(({ name }) => name)).toEqual([])
})
