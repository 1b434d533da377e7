import { refresh } from '@muster/contract/auth.ts'
import { getHealth } from '@muster/contract/health.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { afterEach, describe, expect, it } from 'vitest'
import type { Config } from '../config/config.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer

afterEach(() => server?.stop())

async function start(config: Partial<Config> = {}): Promise<void> {
  server = await startTestServer({ config: { publicCallsPerMinute: 3, ...config } })
}

function call(from?: string) {
  return server.call(refresh, {
    body: { refresh_token: 'none' },
    ...(from ? { headers: { 'x-forwarded-for': from } } : {}),
  })
}

async function statuses(times: number, from?: string): Promise<number[]> {
  const answers = []
  for (let n = 0; n < times; n += 1) answers.push((await call(from)).status)
  return answers
}

describe('limitCalls', () => {
  it('refuses a network that calls too often, with the time to wait', async () => {
    await start()
    expect(await statuses(4)).toEqual([401, 401, 401, 429])
    const { headers, body } = await call()
    expect(body).toMatchObject({ code: 'RATE_LIMITED', details: null })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('does not believe X-Forwarded-For unless a proxy is trusted', async () => {
    await start()
    await statuses(3, '203.0.113.1')
    expect(await statuses(1, '203.0.113.2')).toEqual([429])
  })

  it('distinguishes the addresses that a trusted proxy reports', async () => {
    await start({ trustProxy: 1 })
    expect(await statuses(4, '203.0.113.1')).toEqual([401, 401, 401, 429])
    expect(await statuses(1, '203.0.113.2')).toEqual([401])
  })

  it('counts an IPv6 /64 as one, since a single machine can have all of it', async () => {
    await start({ trustProxy: 1 })
    const answers = []
    for (let n = 1; n <= 4; n += 1) answers.push(...(await statuses(1, `2001:db8:0:7::${n}`)))
    expect(answers).toEqual([401, 401, 401, 429])
    expect(await statuses(1, '2001:db8:0:8::1')).toEqual([401])
  })

  it('does not limit the reports of voice services, which come from few addresses', async () => {
    await start()
    const report = () => fetch(`${server.url}/api/v1/webhooks/voice/vapi/`, { method: 'POST', body: '{}' })
    const answers = []
    for (let n = 0; n < 5; n += 1) answers.push((await report()).status)
    expect(answers).toEqual([401, 401, 401, 401, 401])
  })

  it('limits neither signed-in users nor health checks', async () => {
    await start()
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'viewer')
    for (let n = 0; n < 6; n += 1) {
      expect((await server.call(getCurrentUser, { as })).status).toBe(200)
      expect((await server.call(getHealth)).status).toBe(200)
    }
  })
})
