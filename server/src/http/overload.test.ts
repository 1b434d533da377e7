import { getBoard } from '@muster/contract/board.ts'
import { listCandidates } from '@muster/contract/candidates.ts'
import { exportCompanies, listCompanies } from '@muster/contract/companies.ts'
import { getHealth, getReadiness } from '@muster/contract/health.ts'
import { exportImports } from '@muster/contract/import-status.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { TooManyWaiting } from '../database/places.ts'
import { upload } from '../imports/fixtures/import-kit.ts'
import { addPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

const clients = 500
const patience = { timeout: 20_000 }

let server: TestServer
let loud: TestUser[]
let quiet: TestUser
let blocker: pg.Client
/** Not the blocker: within its transaction the server's activity looks for ever as at the first look. */
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

// A test that failed must not leave the others hanging.
afterEach(() => blocker.query('rollback'))

afterAll(async () => {
  await Promise.all([blocker?.end(), watcher?.end()])
  await server?.stop()
})

/** Has every statement that reads a table hang until it is called off. */
async function hang(table: string): Promise<() => Promise<unknown>> {
  await blocker.query('begin')
  await blocker.query(`lock table ${table} in access exclusive mode`)
  return () => blocker.query('rollback')
}

/** How many statements hang at a table that is locked. Those that wait for a row do so for a moment only. */
async function countHanging(): Promise<number> {
  const { rows } = await watcher.query<{ hanging: number }>(
    `select count(*)::int as hanging from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`,
  )
  return rows[0]!.hanging
}

describe('a server that is asked for more than it can do', () => {
  it('tells those who cannot be served to come back, answers whether it lives, and recovers', async () => {
    const release = await hang('companies')
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
    const release = await hang('companies')
    const hanging = Array.from({ length: 50 }, (_, n) =>
      server.call(listCompanies, { as: loud[n % loud.length]! }),
    )
    await expect.poll(countHanging, patience).toBeGreaterThan(0)
    for (let n = 0; n < 5; n += 1) expect((await server.call(listCandidates, { as: quiet })).status).toBe(200)
    await release()
    for (const answer of await Promise.all(hanging)) expect(answer.status).toBe(200)
  })
})

describe('a workspace that has much read', () => {
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

  it('leaves places to the boards of all when it analyses files', async () => {
    const boards = [await boardOf(loud[0]!), await boardOf(quiet)]
    const release = await hang('import_mappings')
    const analysing = Array.from({ length: 8 }, (_, n) =>
      upload(server, loud[n % loud.length]!, 'Name,Email\nAnn Able,ann@example.com\n'),
    )
    await expect.poll(countHanging, patience).toBeGreaterThan(0)
    for (const board of boards) for (let n = 0; n < 3; n += 1) expect(await board()).toBe(200)
    expect(await countHanging()).toBe(1)
    await release()
    await Promise.all(analysing)
    expect((await upload(server, loud[0]!, 'Name,Email\nBen Best,ben@example.com\n')).body.rowCount).toBe(1)
  })

  it('leaves a turn to the exports of others, and their boards alone', async () => {
    const boards = [await boardOf(loud[0]!), await boardOf(quiet)]
    const release = await hang('imports')
    const exporting = Array.from({ length: 5 }, (_, n) => exported(exportImports, loud[n]!))
    await expect.poll(countHanging, patience).toBe(2)
    expect(await exported(exportCompanies, quiet)).toBe(200)
    for (const board of boards) expect(await board()).toBe(200)
    expect(await countHanging()).toBe(2)
    await release()
    expect(new Set(await Promise.all(exporting))).toEqual(new Set([200]))
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
