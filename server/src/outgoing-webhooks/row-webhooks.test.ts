import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

/** The columns whose change sends no `updated`: keys, clocks, and what other events or other rows say. */
const silent: Record<string, readonly string[]> = {
  candidates: ['id', 'workspace_id', 'merged_into', 'search_text', 'erased_at'],
  call_queues: ['id', 'workspace_id', 'created_by'],
  companies: ['id', 'workspace_id'],
  positions: ['id', 'workspace_id', 'opened_at', 'closed_at'],
  users: [
    'id',
    'workspace_id',
    'avatar_id',
    'language',
    'last_seen_at',
    'deleted_by',
    'status_before_deletion',
  ],
  voice_campaigns: [
    'id',
    'workspace_id',
    'state',
    'pause_reason',
    'pause_detail',
    'started_by',
    'started_at',
    'ended_at',
    'next_at',
    'failures',
    'nobody_ready',
    'created_by',
  ],
}

const ofEveryTable = ['version', 'created_at', 'updated_at', 'changed_at', 'deleted_at']

describe('a webhook about changed rows', () => {
  it.each(Object.keys(silent))('of %s names each column in repeatable/row-webhooks.sql', async (table) => {
    const { rows } = await sql<{ column: string }>`
      select c.column_name as column from information_schema.columns c
      where c.table_schema = 'public' and c.table_name = ${table} and not c.column_name = any (
        select unnest(string_to_array(split_part(encode(t.tgargs, 'escape'), '\\000', 2), ','))
        from pg_trigger t where t.tgname = ${`${table}_webhooks_updated`}
      )
    `.execute(server.db)
    const unnamed = rows.map(({ column }) => column).filter((column) => !ofEveryTable.includes(column))
    expect(unnamed.toSorted()).toEqual(silent[table]!.toSorted())
  })
})
