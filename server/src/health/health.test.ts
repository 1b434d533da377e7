import { listCompanies } from '@muster/contract/companies.ts'
import { getHealth, getReadiness } from '@muster/contract/health.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followEvents } from '../testing/follow-events.ts'
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

describe('a node that only works in the background', () => {
  it('says that it lives and is ready, and answers no calls', async () => {
    const app = await createHealthServer(server.services)
    try {
      for (const path of ['/health', '/ready', '/api/v1/health', '/api/v1/ready'])
        expect((await app.inject(path)).statusCode).toBe(200)
      for (const url of ['/api/v1/companies/', '/api/v1/login', '/']) {
        const answer = await app.inject({ url, headers: { authorization: `Bearer ${user.accessToken}` } })
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
      }
    } finally {
      await app.close()
    }
  })
})

describe('a node that is about to stop', () => {
  it('sends balancers elsewhere, still answers, and asks for no more on the same line', async () => {
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
