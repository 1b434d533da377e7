import { createApiKey } from '@muster/contract/api-keys.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { type Followed, followEvents } from '../testing/follow-events.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
const following: Followed[] = []

afterEach(async () => {
  for (const one of following.splice(0)) one.leave()
  await server?.stop()
})

async function statuses(as: TestUser, times: number): Promise<number[]> {
  const answers = []
  for (let n = 0; n < times; n += 1) answers.push((await server.call(getCurrentUser, { as })).status)
  return answers
}

async function follow(as: TestUser): Promise<Followed> {
  const followed = await followEvents(server, as)
  if (followed.status === 200) following.push(followed)
  return followed
}

describe('calls of a user', () => {
  it('are limited by the minute, with the remaining calls and the time to wait, and nobody else’s are', async () => {
    server = await startTestServer({ config: { personCallsPerMinute: 3 } })
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'viewer')
    const { headers: first } = await server.call(getCurrentUser, { as })
    expect(first.get('ratelimit-policy')).toBe('"calls";q=3;w=60')
    expect(first.get('ratelimit')).toMatch(/^"calls";r=2;t=\d+$/)
    expect(await statuses(as, 3)).toEqual([200, 200, 429])
    const { body, headers } = await server.call(getCurrentUser, { as })
    expect(body).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/more than 3 requests/),
    })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(headers.get('ratelimit')).toMatch(/^"calls";r=0;/)
    expect(await statuses(await server.addUser(workspaceId, 'viewer'), 1)).toEqual([200])
    expect(
      await statuses(await server.addUser((await server.addWorkspace()).workspaceId, 'viewer'), 1),
    ).toEqual([200])
  })

  it('are counted together for all sessions and concurrently, and apart from those of their API keys', async () => {
    server = await startTestServer({ config: { personCallsPerMinute: 4 } })
    const as = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    const key = await server.call(createApiKey, {
      as,
      body: { name: 'A program', permissions: ['applications:read'], expiresAt: null },
    })
    expect(key.status).toBe(201)
    const answers = await Promise.all(Array.from({ length: 8 }, () => statuses(as, 1)))
    expect(answers.flat().sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    expect(await statuses({ ...as, accessToken: key.body.key }, 1)).not.toContain(429)
  })
})

describe('event streams of a user', () => {
  it('are refused above the limit until one is closed, and nobody else’s are', async () => {
    server = await startTestServer({ config: { streamsPerPerson: 2 } })
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'viewer')
    const [first, second] = [await follow(as), await follow(as)]
    expect([first.status, second.status]).toEqual([200, 200])
    const third = await follow(as)
    expect(third.status).toBe(429)
    expect(Number(third.headers.get('retry-after'))).toBe(60)
    expect((await follow(await server.addUser(workspaceId, 'viewer'))).status).toBe(200)
    // Open streams stay: a new one never replaces them.
    first.leave()
    await expect.poll(async () => (await follow(as)).status).toBe(200)
    expect((await follow(as)).status).toBe(429)
  })

  it('are opened up to the limit when many connect at once', async () => {
    server = await startTestServer({ config: { streamsPerPerson: 3 } })
    const as = await server.addUser((await server.addWorkspace()).workspaceId, 'viewer')
    const opened = await Promise.all(Array.from({ length: 10 }, () => follow(as)))
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(7).fill(429)])
  })
})
