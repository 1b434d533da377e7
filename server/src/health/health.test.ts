import { listCompanies } from '@muster/contract/companies.ts'
import { getHealth, getReadiness } from '@muster/contract/health.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { migrationLock } from '../database/migrate.ts'
import { start } from '../start.ts'
import { followEvents } from '../testing/follow-events.ts'
import { freePort } from '../testing/free-port.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { createHealthServer } from './serve-health.ts'

let server: TestServer
let user: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  user = await server.addUser(workspaceId, 'recruiter')
})

afterAll(() => server?.stop())

describe('a worker node', () => {
  it('is alive and ready, and answers no calls', async () => {
    const app = await createHealthServer(server.services)
    try {
      for (const path of ['/health', '/ready', '/api/v1/health', '/api/v1/ready'])
        expect((await app.inject(path)).statusCode).toBe(200)
      for (const url of ['/api/v1/companies/', '/api/v1/login', '/']) {
        const answer = await app.inject({ url, headers: { authorization: `Bearer ${user.accessToken}` } })
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
        expect(answer.headers).toMatchObject({
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
        })
      }
    } finally {
      await app.close()
    }
  })
})

describe('a node that is about to stop', () => {
  it('sends load balancers elsewhere, still answers, and closes its connections', async () => {
    expect((await server.call(getReadiness)).status).toBe(200)
    server.services.readiness.leave()
    const ready = await server.call(getReadiness)
    expect(ready.status).toBe(503)
    expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await server.call(getHealth)).status).toBe(200)
    const answer = await server.call(listCompanies, { as: user })
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    const stream = await followEvents(server, user)
    expect(stream.status).toBe(200)
    stream.leave()
  })
})

describe('a node that waits while another one migrates', () => {
  it('is alive but not ready, asks clients to retry, and then serves on the same port', async () => {
    const another = new pg.Client({ connectionString: server.connectionString })
    await another.connect()
    await another.query('select pg_advisory_lock($1)', [migrationLock])
    const port = await freePort()
    const starting = start(() => ({
      ...readConfig({ DATABASE_URL: server.connectionString, PORT: String(port) }),
      ...server.services.config,
      process: 'web' as const,
      host: '127.0.0.1',
      port,
    }))
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    try {
      const lives = () =>
        ask('/health').then(
          ({ status }) => status,
          () => 'nobody there',
        )
      await expect.poll(lives).toBe(200)
      expect(await (await ask('/api/v1/health/')).json()).toEqual({
        status: 'ok',
        version: expect.any(String),
      })
      for (const path of ['/ready', '/api/v1/ready', '/api/v1/companies/', '/'])
        expect([(await ask(path)).status, (await ask(path)).headers.get('retry-after')]).toEqual([503, '2'])
      expect(await (await ask('/ready')).json()).toMatchObject({ code: 'UNAVAILABLE' })
    } finally {
      await another.end()
      const node = await starting
      try {
        for (const path of ['/health', '/ready']) expect((await ask(path)).status).toBe(200)
        expect((await ask('/api/v1/companies/')).status).toBe(401)
      } finally {
        await node.stop()
      }
    }
  })
})
