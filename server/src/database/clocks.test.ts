import { createApiKey } from '@muster/contract/api-keys.ts'
import { logout, refresh } from '@muster/contract/auth.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { signAccessToken } from '../session/access-token.ts'
import { readChallenge, signChallenge } from '../session/challenge.ts'
import { signingKeys } from '../session/signing-key.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { databaseNow, databaseSeconds } from './database-clock.ts'

const minutes = 60_000

let server: TestServer
let user: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  user = await server.addUser(workspaceId, 'admin')
})

afterEach(() => vi.useRealTimers())

afterAll(() => server?.stop())

/** Shifts this node's clock against the database's; timers are not affected. */
function shiftClock(by: number): void {
  vi.useRealTimers()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + by })
}

async function statusWith(accessToken: string): Promise<number> {
  return (await server.call(listCompanies, { as: { ...user, accessToken } })).status
}

describe.each([
  ['ten minutes ahead', 10 * minutes],
  ['ten minutes behind', -10 * minutes],
])('a node whose clock is %s', (_, by) => {
  it('uses the database’s clock for the expiry of access tokens', async () => {
    const { access: key } = await signingKeys(server.db)
    const now = await databaseSeconds(server.db)
    const body = JSON.parse(Buffer.from(user.accessToken.split('.')[1]!, 'base64url').toString())
    const claims = { userId: user.id, workspaceId: user.workspaceId, sessionId: body.sid }
    const fresh = await signAccessToken(claims, key, now)
    const nearlyOver = await signAccessToken(claims, key, now - 14 * 60)
    const over = await signAccessToken(claims, key, now - 15 * 60)
    shiftClock(by)
    expect(await Promise.all([fresh, nearlyOver, over].map(statusWith))).toEqual([200, 200, 401])
  })

  it('starts and continues sessions, and accepts a second step begun on another node', async () => {
    const other = await server.addUser(user.workspaceId, 'recruiter')
    shiftClock(by)
    const { status, body } = await server.call(refresh, { body: { refresh_token: other.refreshToken } })
    expect([status, await statusWith(body.access_token)]).toEqual([200, 200])
    const who = { workspaceId: other.workspaceId, userId: other.id }
    const challenge = await signChallenge(server.db, who, 'a hash')
    expect(await readChallenge(server.db, challenge)).toMatchObject(who)
    shiftClock(-by)
    expect(await readChallenge(server.db, challenge)).toMatchObject(who)
    await server.call(logout, { as: { ...other, accessToken: body.access_token } })
  })

  it('accepts an API key that has not expired and refuses one that has', async () => {
    const now = (await databaseNow(server.db)).getTime()
    shiftClock(by)
    const create = async (name: string, at: number) =>
      (
        await server.call(createApiKey, {
          as: user,
          body: { name, permissions: ['companies:read'], expiresAt: new Date(at).toISOString() },
        })
      ).status
    expect(await create(`five minutes more ${by}`, now + 5 * minutes)).toBe(201)
    expect(await create(`five minutes ago ${by}`, now - 5 * minutes)).toBe(422)
  })

  it("runs other nodes' jobs at once, once", async () => {
    const runs: string[] = []
    const start = async (shift: number): Promise<Jobs> => {
      shiftClock(shift)
      const jobs = await createJobs(server.connectionString, () => {})
      await jobs.work('send-mail', async ({ mailId }) => {
        runs.push(mailId)
      })
      return jobs
    }
    const nodes = [await start(by), await start(0)]
    const mailIds = Array.from({ length: 6 }, (_, n) => `${by} ${n}`)
    try {
      for (const [n, mailId] of mailIds.entries())
        await nodes[n % 2]!.send(server.db, 'send-mail', { workspaceId: user.workspaceId, mailId })
      await expect.poll(() => runs.length).toBe(mailIds.length)
      expect(runs.toSorted()).toEqual(mailIds.toSorted())
    } finally {
      await Promise.all(nodes.map((jobs) => jobs.stop()))
    }
  })
})
