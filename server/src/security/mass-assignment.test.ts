import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { evictSessions } from '../session/authenticate.ts'
import type { Seeded } from '../testing/seed.ts'
import { sendCall } from '../testing/send-call.ts'
import { startSeeded } from '../testing/start-seeded.ts'
import type { TestServer, TestUser } from '../testing/test-server.ts'
import { validCalls } from '../testing/valid-calls.ts'

// A hundred calls, each between two reads of every table.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let server: TestServer
let stranger: Seeded
let home: Seeded
/** The user whose ids are injected. No call has a reason to name them. */
let planted: TestUser
/** Rows that contain an injected value, as of the last call. */
let traces: ReadonlySet<string>

/** Starts a server on seeded workspaces. The user who created one calls as an owner, its highest role. */
async function start(): Promise<void> {
  // Emails are queued and never sent.
  ;({ server, home, stranger } = await startSeeded({ config: { smtpUrl: 'smtp://127.0.0.1:9' } }))
  await server.db.updateTable('users').set({ role: 'owner' }).where('id', '=', home.head.id).execute()
  evictSessions(server.db)
  planted = await server.addUser(home.workspaceId, 'recruiter', { name: 'Planted' })
  traces = new Set(await rowsWithTraces())
}

beforeAll(start)

afterAll(() => server?.stop())

const day = '2001-02-03'
const number = 987_654
const word = 'slipped-in'

/** Returns columns that no client may set, and other names that a body might be mistaken to have. */
function injected(): Record<string, unknown> {
  const camel = {
    workspaceId: stranger.workspaceId,
    ...Object.fromEntries(
      ['id', 'userId', 'ownerId', 'createdBy', 'actorId', 'authorId', 'candidateId', 'mergedInto'].map(
        (key) => [key, planted.id],
      ),
    ),
    ...Object.fromEntries(
      ['createdAt', 'updatedAt', 'deletedAt', 'erasedAt', 'closedAt', 'emailConfirmedAt', 'suspendedAt'].map(
        (key) => [key, `${day}T00:00:00.000Z`],
      ),
    ),
    ...Object.fromEntries(['version', 'reached', 'attempts', 'ordinal'].map((key) => [key, number])),
    ...Object.fromEntries(
      ['role', 'status', 'state', 'rank', 'passwordHash', 'disposition', 'storageKey', 'paidBy'].map(
        (key) => [key, word],
      ),
    ),
    grantedPermissions: ['platform:manage'],
    isAdmin: true,
  }
  const snake = Object.entries(camel).map(([key, value]) => [
    key.replace(/[A-Z]/g, '_$&').toLowerCase(),
    value,
  ])
  return { ...Object.fromEntries(snake), ...camel }
}

interface Schema {
  shape?: Record<string, Schema>
  def?: { innerType?: Schema }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Adds everything injected that a schema does not declare, in nested objects too. */
function withExtras(schema: Schema | undefined, given: unknown): unknown {
  if (schema?.def?.innerType && !schema.shape) return withExtras(schema.def.innerType, given)
  if (given !== undefined && !isRecord(given)) return given
  const shape = schema?.shape ?? {}
  const inner = Object.entries(given ?? {}).map(([key, value]) => [key, withExtras(shape[key], value)])
  const extras = Object.entries(injected()).filter(([key]) => !Object.hasOwn(shape, key))
  return { ...Object.fromEntries(extras), ...Object.fromEntries(inner) }
}

/** Finds every row of any table that contains a value which only a body can have brought. */
async function rowsWithTraces(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(server.db)
  const words = [planted.id, day, String(number), word, 'platform:manage', stranger.workspaceId]
  const each = tables.map(
    ({ name }) => sql`
      select ${name}::text || ' ' || t::text as row from ${sql.table(name)} t
      where t::text like any(${words.map((each) => `%${each}%`)}::text[])`,
  )
  const { rows } = await sql<{ row: string }>`${sql.join(each, sql` union all `)} order by 1`.execute(
    server.db,
  )
  return rows.map(({ row }) => row)
}

const writing = endpoints.filter(
  ({ name, method, permission, file }) =>
    method !== 'GET' &&
    !file &&
    permission !== 'public' &&
    permission !== 'platform:manage' &&
    name !== 'logout',
)

/** Calls an endpoint with everything injected. Returns the traces it left and its response. */
async function attempt(endpoint: AnyEndpoint) {
  const call = validCalls[endpoint.name]!(home, home.head)
  const body = withExtras(endpoint.body as unknown as Schema, call.body)
  const { status, text } = await sendCall(server, endpoint, { ...call, body }, home.head)
  const now = new Set(await rowsWithTraces())
  const left = [...now.difference(traces)]
  traces = now
  return { status, text, left }
}

describe('a request body', () => {
  it.each(writing.map((endpoint) => [endpoint.name, endpoint] as const))(
    'of %s sets nothing that the call does not declare',
    async (_, endpoint) => {
      const { status, text, left } = await attempt(endpoint)
      expect([status, JSON.parse(text).code]).toEqual([422, 'VALIDATION'])
      expect(left).toEqual([])
    },
  )
})
