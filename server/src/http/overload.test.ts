import { listCandidates } from '@muster/contract/candidates.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import { getHealth, getReadiness } from '@muster/contract/health.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { TooManyWaiting } from '../database/places.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

const clients = 500
const patience = { timeout: 20_000 }

let server: TestServer
let loud: TestUser[]
let quiet: TestUser
let blocker: pg.Client

beforeAll(async () => {
  server = await startTestServer({ poolSize: 5 })
  const { workspaceId } = await server.addWorkspace()
  loud = []
  for (let n = 0; n < 5; n += 1) loud.push(await server.addUser(workspaceId, 'recruiter'))
  quiet = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
  blocker = new pg.Client({ connectionString: server.connectionString })
  await blocker.connect()
})

afterAll(async () => {
  await blocker?.end()
  await server?.stop()
})

/** Has every statement that reads companies hang until it is called off. */
async function hangCompanies(): Promise<() => Promise<unknown>> {
  await blocker.query('begin')
  await blocker.query('lock table companies in access exclusive mode')
  return () => blocker.query('rollback')
}

describe('a server that is asked for more than it can do', () => {
  it('tells those who cannot be served to come back, answers whether it lives, and recovers', async () => {
    const release = await hangCompanies()
    const answers: { status: number; retryAfter: number }[] = []
    const asking = Array.from({ length: clients }, async (_, n) => {
      const { status, headers } = await server.call(listCompanies, { as: loud[n % loud.length]! })
      answers.push({ status, retryAfter: Number(headers.get('retry-after')) })
    })
    await expect.poll(() => answers.length, patience).toBeGreaterThan(clients / 3)
    for (const { status, retryAfter } of answers) {
      expect(status).toBe(503)
      expect(retryAfter).toBeGreaterThan(0)
    }
    for (const endpoint of [getHealth, getReadiness]) expect((await server.call(endpoint)).status).toBe(200)
    await release()
    await Promise.all(asking)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect((await server.call(listCompanies, { as: loud[0]! })).status).toBe(200)
  })

  it('serves another workspace while all that one asks for hangs', async () => {
    const release = await hangCompanies()
    const hanging = Array.from({ length: 50 }, (_, n) =>
      server.call(listCompanies, { as: loud[n % loud.length]! }),
    )
    await expect
      .poll(async () => {
        const { rows } = await blocker.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0]!.waiting
      }, patience)
      .toBeGreaterThan(0)
    for (let n = 0; n < 5; n += 1) expect((await server.call(listCandidates, { as: quiet })).status).toBe(200)
    await release()
    for (const answer of await Promise.all(hanging)) expect(answer.status).toBe(200)
  })
})

describe('connect', () => {
  it('refuses at once who would wait in vain for a connection', async () => {
    const db = connect(server.connectionString, 1)
    try {
      await db.transaction().execute(async () => {
        const waiting = Array.from({ length: 20 }, () => sql`select 1`.execute(db))
        await expect(sql`select 1`.execute(db)).rejects.toThrow(TooManyWaiting)
        return { waiting }
      })
      await expect(sql`select 1`.execute(db)).resolves.toBeDefined()
    } finally {
      await db.destroy()
    }
  })
})
