import { endpoints } from '@muster/contract/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Furnished, furnish } from '../testing/furnish.ts'
import { sendCall } from '../testing/send-call.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { validCalls } from '../testing/valid-calls.ts'

let server: TestServer
let home: Furnished
let stranger: Furnished

beforeAll(async () => {
  server = await startTestServer()
  home = await furnish(server)
  stranger = await furnish(server)
})

afterAll(() => server?.stop())

/** How many rows of each table are a workspace's. */
async function rowsOf(workspaceId: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' order by 1
  `.execute(server.db)
  const counts = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, count(*)::int as count from ${sql.table(name)} where workspace_id = ${workspaceId}`,
  )
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    server.db,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

function keysOf(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
}

it('takes no field from a body that a call does not declare: role, workspaceId, ownerId, version', async () => {
  const before = await rowsOf(stranger.workspaceId)
  const recruiter = await server.addUser(home.workspaceId, 'recruiter')
  const slipped = {
    role: 'superadmin',
    workspaceId: stranger.workspaceId,
    workspace_id: stranger.workspaceId,
    ownerId: stranger.head.id,
    userId: stranger.head.id,
    createdBy: stranger.head.id,
    grantedPermissions: ['platform:manage'],
    granted_permissions: ['platform:manage'],
    version: 999,
    status: 'active',
    isAdmin: true,
  }
  for (const endpoint of endpoints) {
    if (endpoint.method === 'GET' || endpoint.permission === 'public' || endpoint.file) continue
    if (endpoint.permission === 'platform:manage' || endpoint.name === 'logout') continue
    const call = validCalls[endpoint.name]!(home, recruiter)
    const declared = new Set(keysOf(endpoint.body))
    const extra = Object.fromEntries(Object.entries(slipped).filter(([key]) => !declared.has(key)))
    const body = { ...extra, ...(call.body as object | undefined) }
    const { status } = await sendCall(server, endpoint, { ...call, body }, recruiter)
    expect([endpoint.name, status < 500]).toEqual([endpoint.name, true])
  }
  expect(await rowsOf(stranger.workspaceId)).toEqual(before)
  const mighty = await server.db
    .selectFrom('users')
    .where('workspace_id', '=', home.workspaceId)
    .where((row) =>
      row.or([row('role', '=', 'superadmin'), sql<boolean>`'platform:manage' = any(granted_permissions)`]),
    )
    .select('id')
    .execute()
  expect(mighty).toEqual([{ id: home.head.id }])
})
