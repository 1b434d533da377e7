import { login, logout } from '@muster/contract/auth.ts'
import { changePassword } from '@muster/contract/own-account.ts'
import * as secondFactor from '@muster/contract/second-factor.ts'
import { endOtherSessions, endSession } from '@muster/contract/user-sessions.ts'
import { resetPassword } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { cleanUp } from '../jobs/clean-up.ts'
import { hashPassword } from '../session/password.ts'
import { formatSecretToken, hashSecret, newSecretToken, parseSecretToken } from '../session/secret-token.ts'
import { makeResetToken } from '../testing/seed.ts'
import { addFactor, appCode } from '../testing/seed-sign-in.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let node: TestServer
let passwordHash: string

const password = 'correct horse battery'
const newPassword = 'bright river lantern'

beforeAll(async () => {
  server = await startTestServer({ poolSize: 5 })
  node = await startTestServer({ connectionString: server.connectionString, poolSize: 5 })
  passwordHash = await hashPassword(password)
})

beforeEach(() => sql`delete from login_failures`.execute(server.db))

afterAll(async () => {
  await node?.stop()
  await server?.stop()
})

/** Adds a user with `password`, in a new workspace unless one is named. */
async function addPerson(ofWorkspace?: string): Promise<TestUser> {
  const workspaceId = ofWorkspace ?? (await server.addWorkspace()).workspaceId
  const user = await server.addUser(workspaceId, 'recruiter')
  await server.db
    .updateTable('logins')
    .set({ password_hash: passwordHash })
    .where('email', '=', user.email)
    .execute()
  return user
}

/** A browser and its cookie. */
interface Browser {
  cookie: string
}

const newBrowser = (): Browser => ({ cookie: '' })

/** Stores the cookie of a response, as a browser does. */
function storeCookie(browser: Browser, headers: Headers): void {
  const [pair] = headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
  if (pair) browser.cookie = pair
}

async function signIn(browser: Browser, { email }: TestUser, typed = password, on = server) {
  const answer = await on.call(login, {
    body: { email, password: typed },
    headers: browser.cookie ? { cookie: browser.cookie } : {},
  })
  storeCookie(browser, answer.headers)
  return answer
}

const statusOf = async (...input: Parameters<typeof signIn>) => (await signIn(...input)).status

/** Returns a browser that the user has signed in with, and its session. */
async function knownBrowser(user: TestUser) {
  const browser = newBrowser()
  const { status, body } = await signIn(browser, user)
  expect(status).toBe(200)
  return { browser, as: { ...user, accessToken: body.access_token } }
}

async function lockByStrangers(user: TestUser): Promise<void> {
  for (let index = 0; index < 10; index += 1) await signIn(newBrowser(), user, 'wrong')
  expect(await statusOf(newBrowser(), user)).toBe(429)
}

describe('wrong passwords of attackers', () => {
  it('lock unknown devices on every node, and none that the owner has signed in with', async () => {
    const user = await addPerson()
    const { browser } = await knownBrowser(user)
    await lockByStrangers(user)
    for (const on of [server, node]) {
      expect(await statusOf(newBrowser(), user, password, on)).toBe(429)
      expect(await statusOf(browser, user, password, on)).toBe(200)
    }
    expect(await statusOf(newBrowser(), user)).toBe(429)
  })

  it('do not block the second step on a known device', async () => {
    const user = await addPerson()
    const { browser } = await knownBrowser(user)
    const secret = await addFactor(server, user, true)
    await lockByStrangers(user)
    const first = await signIn(browser, user)
    expect(first.body.code).toBe('SECOND_FACTOR_REQUIRED')
    const challengeToken = String(first.body.details?.challengeToken)
    const enter = (cookie: string) =>
      server.call(secondFactor.loginWithSecondFactor, {
        body: { challengeToken, code: appCode(secret) },
        headers: { cookie },
      })
    expect((await enter('')).status).toBe(429)
    expect((await enter(browser.cookie)).status).toBe(200)
  })

  it('do not keep a signed-in user from entering their password again', async () => {
    const user = await addPerson()
    const { as } = await knownBrowser(user)
    await lockByStrangers(user)
    const enter = (currentPassword: string) =>
      server.call(secondFactor.beginSecondFactor, { as, body: { currentPassword } })
    expect((await enter('wrong')).status).toBe(422)
    expect((await enter(password)).status).toBe(200)
  })
})

describe('a known device', () => {
  it('gets 10 attempts of 150 concurrent guesses on two nodes, and locks only itself', async () => {
    const user = await addPerson()
    const { browser } = await knownBrowser(user)
    const { browser: other } = await knownBrowser(user)
    const guesses = (cookie: string) =>
      Array.from({ length: 75 }, (_, index) =>
        statusOf({ cookie }, user, index === 47 ? password : 'wrong', index % 2 ? server : node),
      )
    const [known, unknown] = await Promise.all([
      Promise.all(guesses(browser.cookie)),
      Promise.all(guesses('')),
    ])
    for (const statuses of [known, unknown])
      expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([10, 65])
    for (const on of [server, node]) {
      expect(await statusOf(browser, user, password, on)).toBe(429)
      expect(await statusOf(other, user, password, on)).toBe(200)
    }
  })

  it('has one limit for its sign-ins and for passwords entered again in its session', async () => {
    const user = await addPerson()
    const { browser, as } = await knownBrowser(user)
    for (let index = 0; index < 5; index += 1) {
      expect(await statusOf(browser, user, 'wrong')).toBe(401)
      const body = { currentPassword: 'wrong' }
      expect((await server.call(secondFactor.beginSecondFactor, { as, body })).status).toBe(422)
    }
    expect(await statusOf(browser, user)).toBe(429)
    expect(await statusOf(newBrowser(), user)).toBe(200)
  })

  it("clears its own failures by signing in, and no attacker's", async () => {
    const user = await addPerson()
    const { browser } = await knownBrowser(user)
    for (let index = 0; index < 9; index += 1) {
      await signIn(browser, user, 'wrong')
      await signIn(newBrowser(), user, 'wrong')
    }
    expect(await statusOf(browser, user)).toBe(200)
    for (let index = 0; index < 9; index += 1) expect(await statusOf(browser, user, 'wrong')).toBe(401)
    expect(await statusOf(newBrowser(), user, 'wrong')).toBe(401)
    expect(await statusOf(newBrowser(), user)).toBe(429)
  })

  it('stays known after signing out', async () => {
    const user = await addPerson()
    const { browser, as } = await knownBrowser(user)
    await server.call(logout, { as })
    await lockByStrangers(user)
    expect(await statusOf(browser, user)).toBe(200)
  })

  it('is known for 180 days from each sign-in, and so is its cookie', async () => {
    const user = await addPerson()
    const { browser } = await knownBrowser(user)
    const pass = () =>
      sql`update known_devices set used_at = used_at - interval '179 days' where user_id = ${user.id}`.execute(
        server.db,
      )
    await pass()
    const { headers } = await signIn({ ...browser }, user)
    expect(headers.getSetCookie()).toEqual([
      `${browser.cookie}; Path=/; Max-Age=${180 * 86_400}; HttpOnly; SameSite=Strict`,
    ])
    await pass()
    await lockByStrangers(user)
    expect(await statusOf(browser, user)).toBe(200)
  })

  it('becomes unknown after 20 newer ones, or 180 days without use', async () => {
    const user = await addPerson()
    const { browser: first } = await knownBrowser(user)
    for (let index = 0; index < 20; index += 1) await knownBrowser(user)
    const { browser: last } = await knownBrowser(user)
    await lockByStrangers(user)
    expect(await statusOf(first, user)).toBe(429)
    expect(await statusOf(last, user)).toBe(200)
    await server.db
      .updateTable('known_devices')
      .set({ used_at: sql<string>`now() - interval '181 days'` })
      .where('user_id', '=', user.id)
      .execute()
    expect(await statusOf(last, user)).toBe(429)
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('known_devices')
      .where('user_id', '=', user.id)
      .selectAll()
      .execute()
    expect(left).toEqual([])
  })
})

describe('a cookie that does not belong to the account', () => {
  const forge = (
    cookie: string,
    change: (token: NonNullable<ReturnType<typeof parseSecretToken>>) => object,
  ) => {
    const [name, value] = cookie.split('=') as [string, string]
    const token = parseSecretToken(value)!
    return `${name}=${formatSecretToken({ ...token, ...change(token) })}`
  }

  it("counts as unknown: a colleague's, another workspace's, forged, cut, empty", async () => {
    const user = await addPerson()
    const { browser } = await knownBrowser(user)
    const colleague = await server.addUser(user.workspaceId, 'admin')
    await server.db
      .updateTable('logins')
      .set({ password_hash: passwordHash })
      .where('email', '=', colleague.email)
      .execute()
    const { browser: colleagues } = await knownBrowser(colleague)
    const { browser: elsewhere } = await knownBrowser(await addPerson())
    const cookies = [
      colleagues.cookie,
      elsewhere.cookie,
      forge(elsewhere.cookie, () => ({ workspaceId: user.workspaceId })),
      forge(browser.cookie, () => ({ secret: newSecretToken(newId(), newId()).secret })),
      forge(browser.cookie, () => ({ id: newId() })),
      browser.cookie.slice(0, -1),
      `${browser.cookie.split('=')[0]}=`,
      'muster_device=not-a-token; x=y',
    ]
    for (const [index, cookie] of [...cookies, '', ''].entries())
      expect([index, await statusOf({ cookie }, user, 'wrong')]).toEqual([index, 401])
    for (const [index, cookie] of [...cookies, ''].entries())
      expect([index, await statusOf({ cookie }, user)]).toEqual([index, 429])
    expect(await statusOf({ cookie: `x=y; ${browser.cookie}` }, user)).toBe(200)
  })

  it('is stored only as a hash', async () => {
    const { browser } = await knownBrowser(await addPerson())
    const { secret } = parseSecretToken(browser.cookie.split('=')[1]!)!
    const rows = JSON.stringify(await server.db.selectFrom('known_devices').selectAll().execute())
    expect(rows).toContain(hashSecret(secret))
    expect(rows).not.toContain(secret.toString('hex'))
    expect(rows).not.toContain(browser.cookie.split('=')[1])
  })
})

describe('known devices become unknown', () => {
  it('all of them when the password is changed, but the device of the change gets a new cookie', async () => {
    const user = await addPerson()
    const { browser: other } = await knownBrowser(user)
    const { browser, as } = await knownBrowser(user)
    const stolen = { ...browser }
    const body = { currentPassword: password, newPassword }
    storeCookie(browser, (await server.call(changePassword, { as, body })).headers)
    for (let index = 0; index < 10; index += 1) await signIn(newBrowser(), user, 'wrong')
    for (const each of [other, stolen]) expect(await statusOf({ ...each }, user, newPassword)).toBe(429)
    expect(await statusOf(browser, user, newPassword)).toBe(200)
  })

  it('all of them when the password is set by a mailed link', async () => {
    const user = await addPerson()
    const { browser } = await knownBrowser(user)
    const token = await makeResetToken(server, user)
    await server.call(resetPassword, { body: { token, newPassword } })
    for (let index = 0; index < 10; index += 1) await signIn(newBrowser(), user, 'wrong')
    expect(await statusOf(browser, user, newPassword)).toBe(429)
  })

  it('all others when their owner ends the other sessions, and nobody else’s', async () => {
    const user = await addPerson()
    const { browser: other } = await knownBrowser(user)
    const { browser, as } = await knownBrowser(user)
    const colleague = await addPerson(user.workspaceId)
    const { browser: colleagues } = await knownBrowser(colleague)
    expect((await server.call(endOtherSessions, { as })).status).toBe(200)
    await lockByStrangers(user)
    await lockByStrangers(colleague)
    expect(await statusOf(other, user)).toBe(429)
    expect(await statusOf(browser, user)).toBe(200)
    expect(await statusOf(colleagues, colleague)).toBe(200)
  })

  it('that of a session when its owner ends it', async () => {
    const user = await addPerson()
    const { browser: lost } = await knownBrowser(user)
    const { id } = await server.db
      .selectFrom('sessions')
      .where('user_id', '=', user.id)
      .where('device_id', 'is not', null)
      .select('id')
      .executeTakeFirstOrThrow()
    const { browser, as } = await knownBrowser(user)
    expect((await server.call(endSession, { as, params: { id } })).status).toBe(204)
    await lockByStrangers(user)
    expect(await statusOf(lost, user)).toBe(429)
    expect(await statusOf(browser, user)).toBe(200)
  })
})
