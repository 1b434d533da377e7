import { getBoard } from '@muster/contract/board.ts'
import { listCandidates } from '@muster/contract/candidates.ts'
import { exportCompanies, listCompanies } from '@muster/contract/companies.ts'
import { getHealth, getReadiness } from '@muster/contract/health.ts'
import { exportImports } from '@muster/contract/import-status.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { TooManyWaiting } from '../database/connection-queue.ts'
import { upload } from '../imports/fixtures/import-kit.ts'
import { addPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

const clients = 500
const polling = { timeout: 30_000 }

let server: TestServer
let loud: TestUser[]
let quiet: TestUser
let blocker: pg.Client
/** A separate connection: within the blocker's transaction pg_stat_activity never changes. */
let watcher: pg.Client

beforeAll(async () => {
  server = await startTestServer({ poolSize: 5 })
  const { workspaceId } = await server.addWorkspace()
  loud = []
  for (let n = 0; n < 5; n += 1) loud.push(await server.addUser(workspaceId, 'recruiter'))
  quiet = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
  blocker = new pg.Client({ connectionString: server.connectionString })
  watcher = new pg.Client({ connectionString: server.connectionString })
  await Promise.all([blocker.connect(), watcher.connect()])
})

// A failed test must not leave the next ones hanging.
afterEach(() => blocker.query('rollback'))

afterAll(async () => {
  await Promise.all([blocker?.end(), watcher?.end()])
  await server?.stop()
})

/** Makes every statement that reads a table hang, until the returned function is called. */
async function hang(table: string): Promise<() => Promise<unknown>> {
  await blocker.query('begin')
  await blocker.query(`lock table ${table} in access exclusive mode`)
  return () => blocker.query('rollback')
}

/** Counts statements that wait for a locked table. Waits for a row are short and do not count. */
async function countHanging(): Promise<number> {
  const { rows } = await watcher.query<{ hanging: number }>(
    `select count(*)::int as hanging from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`,
  )
  return rows[0]!.hanging
}

describe('an overloaded server', () => {
  it('refuses requests it cannot serve, stays alive, and recovers', async () => {
    const release = await hang('companies')
    const answers: { status: number; retryAfter: number }[] = []
    const asking = Array.from({ length: clients }, async (_, n) => {
      const { status, headers } = await server.call(listCompanies, { as: loud[n % loud.length]! })
      answers.push({ status, retryAfter: Number(headers.get('retry-after')) })
    })
    await expect.poll(() => answers.length, polling).toBeGreaterThan(clients / 3)
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

  it('serves another workspace while all requests of one hang', async () => {
    const release = await hang('companies')
    const hanging = Array.from({ length: 50 }, (_, n) =>
      server.call(listCompanies, { as: loud[n % loud.length]! }),
    )
    await expect.poll(countHanging, polling).toBeGreaterThan(0)
    for (let n = 0; n < 5; n += 1) expect((await server.call(listCandidates, { as: quiet })).status).toBe(200)
    await release()
    for (const answer of await Promise.all(hanging)) expect(answer.status).toBe(200)
  })
})

describe('a workspace that reads many rows', () => {
  const boardOf = async (as: TestUser) => {
    const { id } = await addPosition(server.db, as.workspaceId)
    return async () => (await server.call(getBoard, { as, params: { id } })).status
  }
  const exported = async (endpoint: typeof exportImports | typeof exportCompanies, as: TestUser) => {
    const response = await fetch(server.url + addressOf(endpoint, {}, { format: 'csv' }), {
      headers: { authorization: `Bearer ${as.accessToken}` },
    })
    await response.text()
    return response.status
  }

  it("leaves connections to everybody's boards while it analyzes files", async () => {
    const boards = [await boardOf(loud[0]!), await boardOf(quiet)]
    const release = await hang('import_mappings')
    const analysing = Array.from({ length: 8 }, (_, n) =>
      upload(server, loud[n % loud.length]!, 'Name,Email\nAnn Able,ann@example.com\n'),
    )
    await expect.poll(countHanging, polling).toBeGreaterThan(0)
    for (const board of boards) for (let n = 0; n < 3; n += 1) expect(await board()).toBe(200)
    expect(await countHanging()).toBe(1)
    await release()
    await Promise.all(analysing)
    expect((await upload(server, loud[0]!, 'Name,Email\nBen Best,ben@example.com\n')).body.rowCount).toBe(1)
  })

  it('leaves an export slot to others, and their boards alone', async () => {
    const boards = [await boardOf(loud[0]!), await boardOf(quiet)]
    const release = await hang('imports')
    const exporting = Array.from({ length: 5 }, (_, n) => exported(exportImports, loud[n]!))
    await expect.poll(countHanging, polling).toBe(2)
    expect(await exported(exportCompanies, quiet)).toBe(200)
    for (const board of boards) expect(await board()).toBe(200)
    expect(await countHanging()).toBe(2)
    await release()
    expect(new Set(await Promise.all(exporting))).toEqual(new Set([200]))
  })
})

describe('connect', () => {
  it('refuses at once a request that would wait in vain for a connection', async () => {
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
