import { createHash } from 'node:crypto'
import { login, logout, refresh } from '@muster/contract/auth.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { evictSessions } from './authenticate.ts'
import { hashPassword } from './password.ts'
import { signingKeys } from './signing-key.ts'

let server: TestServer
let node: TestServer
let workspaceId: string
let passwordHash: string

const password = 'correct horse battery'

beforeAll(async () => {
  server = await startTestServer()
  node = await startTestServer({ connectionString: server.connectionString })
  workspaceId = (await server.addWorkspace()).workspaceId
  passwordHash = await hashPassword(password)
})

afterAll(async () => {
  await node?.stop()
  await server?.stop()
})

async function addPerson(): Promise<TestUser> {
  const user = await server.addUser(workspaceId, 'recruiter')
  await server.db
    .updateTable('logins')
    .set({ password_hash: passwordHash })
    .where('email', '=', user.email)
    .execute()
  return user
}

function signIn(email: string, typed = password) {
  return server.call(login, { body: { email, password: typed } })
}

function trade(refreshToken: string, on = server) {
  return on.call(refresh, { body: { refresh_token: refreshToken } })
}

async function statusWith(accessToken: string, on = server): Promise<number> {
  const { status } = await on.call(getCurrentUser, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return status
}

async function auditOf(user: TestUser): Promise<string[]> {
  const rows = await server.db
    .selectFrom('audit_logs')
    .where('user_id', '=', user.id)
    .orderBy('id')
    .select('action')
    .execute()
  return rows.map((row) => row.action)
}

describe('login', () => {
  it('returns both tokens and the user', async () => {
    const user = await addPerson()
    const { status, body } = await signIn(` ${user.email.toUpperCase()} `)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 900,
      user: { id: user.id, role: 'recruiter' },
    })
    expect(JSON.stringify(body)).not.toContain('argon2')
    expect(await statusWith(body.access_token)).toBe(200)
    expect(await auditOf(user)).toEqual(['login'])
  })

  it('answers alike for a wrong password, an unknown address and a suspended user', async () => {
    const user = await addPerson()
    const suspended = await addPerson()
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    const wrong = await signIn(user.email, 'a wrong password')
    expect(wrong.status).toBe(401)
    for (const answer of [await signIn('nobody@example.com'), await signIn(suspended.email)])
      expect([answer.status, answer.body]).toEqual([wrong.status, wrong.body])
    expect(await auditOf(user)).toEqual(['login.failed'])
  })

  it('refuses the right password after 10 failures, for unknown addresses too', async () => {
    const user = await addPerson()
    for (const email of [user.email, 'nobody.either@example.com']) {
      for (let index = 0; index < 10; index += 1) expect((await signIn(email, 'wrong')).status).toBe(401)
      const refused = await signIn(email)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590)
    }
    await sql`update login_failures set locked_until = now() - interval '1 second'`.execute(server.db)
    expect((await signIn(user.email)).status).toBe(200)
  })

  it('that is refused after too many failures is in the audit log', async () => {
    const user = await addPerson()
    await signIn(user.email, 'wrong')
    await sql`update login_failures set locked_until = now() + interval '1 minute'
      where key not like 'address:%'`.execute(server.db)
    expect((await signIn(user.email)).status).toBe(429)
    const { rows } = await sql<{ because: string }>`
      select details->>'because' as because from audit_logs where user_id = ${user.id} order by id
    `.execute(server.db)
    expect(rows.map(({ because }) => because)).toEqual(['password', 'locked'])
  })

  it('is stored as when the user was last active', async () => {
    const user = await addPerson()
    const lastSeen = async () =>
      (
        await server.db
          .selectFrom('users')
          .where('id', '=', user.id)
          .select(sql<boolean>`last_seen_at > now() - interval '1 minute'`.as('recent'))
          .executeTakeFirstOrThrow()
      ).recent
    expect(await lastSeen()).not.toBe(true)
    await signIn(user.email)
    expect(await lastSeen()).toBe(true)
  })

  it('that fails is logged with the reason; of an unknown address only its hash is stored', async () => {
    const [user, suspended] = [await addPerson(), await addPerson()]
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    await signIn(user.email, 'wrong')
    await signIn(suspended.email)
    const { rows } = await sql<{ user: string; because: string }>`
      select user_id as user, details->>'because' as because from audit_logs
      where user_id in (${user.id}, ${suspended.id}) order by id
    `.execute(server.db)
    expect(rows).toEqual([
      { user: user.id, because: 'password' },
      { user: suspended.id, because: 'not active' },
    ])
    const hashOf = (email: string) => createHash('sha256').update(email).digest('hex')
    const unknown = `nobody.${user.id}@example.com`
    await signIn(unknown)
    const stored = await server.db
      .selectFrom('unknown_logins')
      .where('email_hash', 'in', [unknown, user.email, suspended.email].map(hashOf))
      .select('email_hash')
      .execute()
    expect(stored).toEqual([{ email_hash: hashOf(unknown) }])
  })

  it('checks at most 10 passwords that are tried at the same time', async () => {
    const own = await addPerson()
    const tries = Array.from({ length: 30 }, () => signIn(own.email, 'wrong lantern moss'))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('resets the count after a successful sign-in', async () => {
    const user = await addPerson()
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 9; index += 1) await signIn(user.email, 'wrong')
      expect((await signIn(user.email)).status).toBe(200)
    }
  })

  it('stores no token, only hashes', async () => {
    const user = await addPerson()
    const { body } = await signIn(user.email)
    const stored = JSON.stringify(await server.db.selectFrom('sessions').selectAll().execute())
    const secret = Buffer.from(body.refresh_token, 'base64url').subarray(32)
    for (const text of [body.refresh_token, secret.toString('hex'), secret.toString('base64url')])
      expect(stored).not.toContain(text)
  })
})

describe('refresh', () => {
  it('gives 20 concurrent refreshes of one token the same successor', async () => {
    const { body } = await signIn((await addPerson()).email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => trade(body.refresh_token)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    const successors = new Set(answers.map((answer) => answer.body.refresh_token))
    expect(successors.size).toBe(1)
    expect(successors.has(body.refresh_token)).toBe(false)
  })

  /** Moves the last refresh into the past. */
  function age(user: TestUser, seconds: number) {
    return sql`
      update sessions set rotated_at = now() - make_interval(secs => ${seconds}) where user_id = ${user.id}
    `.execute(server.db)
  }

  async function expectEnded(user: TestUser, newest: { access_token: string; refresh_token: string }) {
    for (const on of [server, node]) {
      evictSessions(on.db)
      expect(await statusWith(newest.access_token, on)).toBe(401)
      expect((await trade(newest.refresh_token, on)).status).toBe(401)
    }
    expect((await auditOf(user)).filter((action) => action === 'session.refresh_reused')).toHaveLength(1)
  }

  it("accepts a parent again for 10 seconds while its successor's access token is unused", async () => {
    const user = await addPerson()
    const { body } = await signIn(user.email)
    const first = await trade(body.refresh_token)
    // The response was lost or slow, or there are two tabs.
    for (const [on, seconds] of [
      [server, 0],
      [node, 9],
    ] as const) {
      await age(user, seconds)
      const again = await trade(body.refresh_token, on)
      expect(again.body.refresh_token).toBe(first.body.refresh_token)
      expect(again.status).toBe(200)
    }
    const { body: last } = await trade(body.refresh_token)
    expect(await statusWith(first.body.access_token)).toBe(200)
    expect(await statusWith(last.access_token, node)).toBe(200)
    expect((await trade(last.refresh_token)).status).toBe(200)
    expect(await auditOf(user)).toEqual(['login'])
  })

  it('ends the whole session when a parent is used after 10 seconds', async () => {
    const user = await addPerson()
    const { body } = await signIn(user.email)
    const { body: next } = await trade(body.refresh_token)
    await age(user, 10)
    expect((await trade(body.refresh_token)).status).toBe(401)
    await expectEnded(user, next)
  })

  it('ends the whole session when a parent is used once its successor was, on any node', async () => {
    for (const [seenOn, triedOn] of [
      [server, node],
      [node, server],
    ] as const) {
      const user = await addPerson()
      const { body } = await signIn(user.email)
      const { body: next } = await trade(body.refresh_token)
      expect(await statusWith(next.access_token, seenOn)).toBe(200)
      expect((await trade(body.refresh_token, triedOn)).status).toBe(401)
      await expectEnded(user, next)
    }
  })

  it('detects two holders who refresh in step as soon as one of them makes a call', async () => {
    const user = await addPerson()
    const { body } = await signIn(user.email)
    const [mine, stolen] = [await trade(body.refresh_token), await trade(body.refresh_token, node)]
    expect(stolen.body.refresh_token).toBe(mine.body.refresh_token)
    expect(await statusWith(stolen.body.access_token, node)).toBe(200)
    expect(await statusWith(mine.body.access_token)).toBe(200)
    const { body: next } = await trade(mine.body.refresh_token)
    // Within a second of the previous calls, which are still cached.
    expect(await statusWith(next.access_token)).toBe(200)
    expect((await trade(stolen.body.refresh_token, node)).status).toBe(401)
    await expectEnded(user, next)
  })

  it('accepts a parent again although calls still use its own access token', async () => {
    const user = await addPerson()
    const { body } = await signIn(user.email)
    expect(await statusWith(body.access_token)).toBe(200)
    const { body: next } = await trade(body.refresh_token)
    for (const on of [server, node]) {
      evictSessions(on.db)
      expect(await statusWith(body.access_token, on)).toBe(200)
    }
    const again = await trade(body.refresh_token)
    expect([again.status, again.body.refresh_token]).toEqual([200, next.refresh_token])
  })

  it('writes the first use of a successor once', async () => {
    const user = await addPerson()
    const { body } = await signIn(user.email)
    const { body: next } = await trade(body.refresh_token)
    const versionOf = async () => {
      const { rows } = await sql<{ xmin: string }>`
        select xmin::text from sessions where user_id = ${user.id} and ended_at is null and seen_hash = current_hash
      `.execute(server.db)
      return rows.map(({ xmin }) => xmin)
    }
    const call = async () => {
      for (const on of [server, node]) evictSessions(on.db)
      const calls = [server, node, server, node].map((on) => statusWith(next.access_token, on))
      expect(await Promise.all(calls)).toEqual([200, 200, 200, 200])
      return versionOf()
    }
    const seen = await call()
    expect(seen).toHaveLength(1)
    expect(await call()).toEqual(seen)
  })

  it('logs an old token once when it is used many times concurrently', async () => {
    const user = await addPerson()
    const { body: first } = await signIn(user.email)
    const { body: second } = await trade(first.refresh_token)
    const { body: third } = await trade(second.refresh_token)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => trade(first.refresh_token, index % 2 ? server : node)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    await expectEnded(user, third)
  })

  it('ends the whole session when an older token is used, the newest tokens included', async () => {
    const user = await addPerson()
    const { body: first } = await signIn(user.email)
    const { body: second } = await trade(first.refresh_token)
    const { body: third } = await trade(second.refresh_token)
    expect(await statusWith(third.access_token)).toBe(200)
    expect((await trade(first.refresh_token)).status).toBe(401)
    expect((await trade(third.refresh_token)).status).toBe(401)
    expect(await statusWith(third.access_token)).toBe(401)
    expect(await auditOf(user)).toEqual(['login', 'session.refresh_reused'])
  })

  it("leaves the user's other sessions alone", async () => {
    const { email } = await addPerson()
    const { body: laptop } = await signIn(email)
    const { body: phone } = await signIn(email)
    const { body: next } = await trade(laptop.refresh_token)
    await trade(next.refresh_token)
    await trade(laptop.refresh_token)
    expect(await statusWith(laptop.access_token)).toBe(401)
    expect(await statusWith(phone.access_token)).toBe(200)
    expect((await trade(phone.refresh_token)).status).toBe(200)
  })

  it.each([
    ['idle for more than 7 days', { rotated_at: sql<string>`now() - interval '7 days 1 second'` }],
    ['older than 30 days', { created_at: sql<string>`now() - interval '30 days 1 second'` }],
  ])('refuses a session %s', async (_, change) => {
    const user = await addPerson()
    const { body } = await signIn(user.email)
    await server.db.updateTable('sessions').set(change).where('user_id', '=', user.id).execute()
    expect((await trade(body.refresh_token)).status).toBe(401)
  })

  it('stores from where the session was last used', async () => {
    const user = await addPerson()
    const { body } = await signIn(user.email)
    const sessions = server.db.updateTable('sessions').where('user_id', '=', user.id)
    await sessions.set({ ip: '203.0.113.7', user_agent: 'Former' }).execute()
    expect((await trade(body.refresh_token)).status).toBe(200)
    const rows = await server.db
      .selectFrom('sessions')
      .where('user_id', '=', user.id)
      .where('ip', '=', '127.0.0.1')
      .select('user_agent')
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.user_agent).not.toBe('Former')
  })

  it('refuses a suspended user', async () => {
    const user = await addPerson()
    const { body } = await signIn(user.email)
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    evictSessions(server.db)
    expect((await trade(body.refresh_token)).status).toBe(401)
    expect(await statusWith(body.access_token)).toBe(401)
  })

  it.each(['', 'x', 'a'.repeat(500), '0'.repeat(86), '\u0000'])(
    'refuses "%s" without an error',
    async (text) => {
      expect([401, 422]).toContain((await trade(text)).status)
    },
  )

  it('refuses a token whose secret was altered', async () => {
    const { body } = await signIn((await addPerson()).email)
    const bytes = Buffer.from(body.refresh_token, 'base64url')
    bytes[60]! ^= 1
    expect((await trade(bytes.toString('base64url'))).status).toBe(401)
  })
})

describe('logout', () => {
  it('leaves the browser known, so that guesses from elsewhere do not lock its owner out', async () => {
    const own = await addPerson()
    const devices = () =>
      server.db.selectFrom('known_devices').where('user_id', '=', own.id).select('id').execute()
    const { body } = await signIn(own.email)
    const known = await devices()
    expect(known).toHaveLength(1)
    await server.call(logout, { as: { ...own, accessToken: body.access_token } })
    expect(await devices()).toEqual(known)
  })

  it('ends the session, its access and its refresh, and no other', async () => {
    const user = await addPerson()
    const { body: mine } = await signIn(user.email)
    const { body: other } = await signIn(user.email)
    const { status } = await server.call(logout, {
      headers: { authorization: `Bearer ${mine.access_token}` },
    })
    expect(status).toBe(204)
    expect(await statusWith(mine.access_token)).toBe(401)
    expect((await trade(mine.refresh_token)).status).toBe(401)
    expect(await statusWith(other.access_token)).toBe(200)
    expect(await auditOf(user)).toEqual(['login', 'login', 'logout'])
  })
})

describe('an access token', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  async function forge(
    user: TestUser,
    change: { audience?: string; expires?: number; key?: Uint8Array | CryptoKey },
  ) {
    const { sid } = JSON.parse(Buffer.from(user.accessToken.split('.')[1]!, 'base64url').toString())
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ wid: user.workspaceId, sid })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(user.id)
      .setAudience(change.audience ?? 'muster-access')
      .setIssuedAt(now - 3600)
      .setExpirationTime(change.expires ?? now + 60)
      .sign(change.key ?? (await signingKeys(server.db)).access)
  }

  it('is refused once the workspace is suspended', async () => {
    const elsewhere = (await server.addWorkspace()).workspaceId
    const own = await server.addUser(elsewhere, 'recruiter')
    expect((await server.call(getCurrentUser, { as: own })).status).toBe(200)
    await server.db
      .updateTable('workspaces')
      .set({ suspended_at: '2020-01-01' })
      .where('id', '=', elsewhere)
      .execute()
    evictSessions(server.db)
    expect((await server.call(getCurrentUser, { as: own })).status).toBe(401)
  })

  it('is accepted as issued', async () => {
    const user = await addPerson()
    expect(await statusWith(user.accessToken)).toBe(200)
    expect(await statusWith(await forge(user, {}))).toBe(200)
  })

  it('is refused with alg none', async () => {
    const user = await addPerson()
    const claims = user.accessToken.split('.')[1]!
    for (const alg of ['none', 'None', 'NONE'])
      expect(await statusWith(`${encode({ alg })}.${claims}.`)).toBe(401)
  })

  it('is refused when altered, expired, for another audience or signed by another key', async () => {
    const user = await addPerson()
    const [header, , signature] = user.accessToken.split('.') as [string, string, string]
    const admin = await server.addUser(workspaceId, 'admin')
    expect(await statusWith(`${header}.${admin.accessToken.split('.')[1]}.${signature}`)).toBe(401)
    expect(await statusWith(await forge(user, { expires: Math.floor(Date.now() / 1000) - 60 }))).toBe(401)
    expect(await statusWith(await forge(user, { audience: 'muster-refresh' }))).toBe(401)
    expect(await statusWith(await forge(user, { key: (await signingKeys(server.db)).refresh }))).toBe(401)
  })

  it('is refused as a refresh token, and a refresh token as an access token', async () => {
    const user = await addPerson()
    expect(await statusWith(user.refreshToken)).toBe(401)
    expect((await trade(user.accessToken)).status).toBe(401)
  })

  it('is refused with another scheme, or none', async () => {
    const { accessToken } = await addPerson()
    for (const authorization of [accessToken, `Basic ${accessToken}`, 'Bearer', 'Bearer ', ''])
      expect((await server.call(getCurrentUser, { headers: { authorization } })).status).toBe(401)
  })
})
