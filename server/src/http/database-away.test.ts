import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { getHealth, getReadiness } from '@muster/contract/health.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded.ts'
import { prepareSchema } from '../installation/prepare-schema.ts'
import { announce } from '../live/announce.ts'
import { followEvents } from '../testing/follow-events.ts'
import { freePort } from '../testing/free-port.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let dataDir: string
let port: number
let postgres: EmbeddedPostgres
let server: TestServer
let admin: TestUser

const settings = { fsync: 'off', shared_buffers: '16MB' }

async function startPostgres(): Promise<void> {
  postgres = await startEmbeddedPostgres({ dataDir, port, settings })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-away-'))
  port = await freePort()
  await startPostgres()
  const appUrl = postgres.appConnectionString
  await prepareSchema({ ownerUrl: postgres.connectionString, appUrl, log: console.error })
  server = await startTestServer({ connectionString: appUrl })
  const { workspaceId } = await server.addWorkspace()
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(async () => {
  await server?.stop()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

function create(name: string, key: string) {
  return server.call(createCompany, { as: admin, body: { name }, headers: { 'idempotency-key': key } })
}

describe('a server without its database', () => {
  it('answers 503 with Retry-After and recovers once the database is back', async () => {
    const stream = await followEvents(server, admin)
    expect((await server.call(getReadiness)).status).toBe(200)
    await postgres.stop()
    const answers = await Promise.all([
      server.call(getReadiness),
      server.call(listCompanies, { as: admin }),
      create('While away', 'away'),
    ])
    for (const { status, headers, body } of answers) {
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body).toMatchObject({ code: 'UNAVAILABLE', details: null })
    }
    // A restart of the node would not help.
    expect((await server.call(getHealth)).status).toBe(200)
    await startPostgres()
    await expect.poll(async () => (await server.call(getReadiness)).status).toBe(200)
    expect((await create('While away', 'away')).status).toBe(201)
    // The stream stayed open and receives events again.
    await announce(server.db, admin.workspaceId, { kind: 'notified', userId: admin.id, actorId: null })
    await stream.take(1)
    stream.leave()
  })

  it('keeps every write it acknowledged under traffic; the others can be retried', async () => {
    const kept = new Set<string>()
    const statuses = new Set<number>()
    let isOver = false
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n += 1) {
        const name = `Writer ${writer} number ${n}`
        let status: number
        do {
          status = (await create(name, name.replaceAll(' ', '-'))).status
          statuses.add(status)
          if (status !== 201) await new Promise((resolve) => setTimeout(resolve, 50))
        } while (status === 503)
        if (status === 201) kept.add(name)
      }
    }
    const writers = [1, 2, 3, 4].map(write)
    await expect.poll(() => kept.size).toBeGreaterThan(20)
    await postgres.stop()
    await expect.poll(() => statuses.has(503)).toBe(true)
    await startPostgres()
    const before = kept.size
    await expect.poll(() => kept.size).toBeGreaterThan(before + 20)
    isOver = true
    await Promise.all(writers)
    expect([...statuses].sort()).toEqual([201, 503])
    const rows = await server.db
      .selectFrom('companies')
      .where('name', 'like', 'Writer %')
      .select('name')
      .execute()
    expect(new Set(rows.map(({ name }) => name))).toEqual(kept)
    expect(rows).toHaveLength(kept.size)
  })
})

describe('a server whose connections reach a standby', () => {
  /** Makes new connections read-only, as those to a standby are. The read-only ones stay open when `meanwhile` ends. */
  async function onStandby(meanwhile: () => Promise<void>): Promise<void> {
    const superuser = new pg.Client({ connectionString: postgres.superuserConnectionString })
    await superuser.connect()
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'muster_app'`
    try {
      await superuser.query('alter role muster_app set default_transaction_read_only = on')
      await superuser.query(cut)
      await meanwhile()
    } finally {
      await superuser.query('alter role muster_app reset default_transaction_read_only')
      await superuser.end()
    }
  }

  it('answers writes with 503, and writes again once there is a primary', async () => {
    await onStandby(async () => {
      await expect.poll(async () => (await server.call(listCompanies, { as: admin })).status).toBe(200)
      const { status, headers } = await create('Refused', 'refused')
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    })
    await expect.poll(async () => (await create('Refused', 'refused')).status).toBe(201)
  })

  it('is not ready, and is again once there is a primary', async () => {
    const readiness = async () => {
      const { status, body } = await server.call(getReadiness)
      return status === 200 ? 'ready' : body
    }
    await onStandby(async () => {
      await expect
        .poll(readiness)
        .toEqual({ code: 'UNAVAILABLE', message: 'The database is read-only', details: null })
    })
    await expect.poll(readiness).toBe('ready')
  })
})
