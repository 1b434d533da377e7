import { login } from '@muster/contract/auth.ts'
import { acceptInvitation, lookAtInvitation } from '@muster/contract/invitations.ts'
import { updateProfile } from '@muster/contract/own-account.ts'
import * as secondFactor from '@muster/contract/second-factor.ts'
import { forgotPassword, resetPassword } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { makeRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { signChallenge } from '../session/challenge.ts'
import { limitGuesses } from '../session/login-failures.ts'
import { hashPassword } from '../session/password.ts'
import { formatSecretToken, hashSecret, newSecretToken, parseSecretToken } from '../session/secret-token.ts'
import { makeResetToken } from '../testing/seed.ts'
import { addFactor, appCode } from '../testing/seed-sign-in.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let node: TestServer
/** Two nodes behind a trusted proxy. */
let proxied: TestServer[]
let passwordHash: string

const password = 'correct horse battery'
const longAgo = "interval '11 minutes'"

beforeAll(async () => {
  server = await startTestServer({ poolSize: 5 })
  const { connectionString } = server
  const config = { trustProxy: 1 }
  node = await startTestServer({ connectionString, poolSize: 5 })
  proxied = [
    await startTestServer({ connectionString, config }),
    await startTestServer({ connectionString, config }),
  ]
  passwordHash = await hashPassword(password)
})

beforeEach(() => sql`delete from login_failures`.execute(server.db))

afterAll(async () => {
  for (const each of [...(proxied ?? []), node, server]) await each?.stop()
})

async function addPerson(): Promise<TestUser> {
  const { workspaceId } = await server.addWorkspace()
  const user = await server.addUser(workspaceId, 'recruiter')
  await server.db
    .updateTable('logins')
    .set({ password_hash: passwordHash })
    .where('email', '=', user.email)
    .execute()
  return user
}

function signIn(on: TestServer, email: string, typed: string) {
  return on.call(login, { body: { email, password: typed } })
}

describe('failures', () => {
  it('count on all nodes together, whatever X-Forwarded-For says', async () => {
    const user = await addPerson()
    const attempt = (on: TestServer, typed: string, from: number) =>
      on.call(login, {
        body: { email: user.email, password: typed },
        headers: { 'x-forwarded-for': `203.0.113.${from}` },
      })
    for (let index = 0; index < 10; index += 1)
      expect((await attempt(index % 2 ? server : node, 'wrong', index)).status).toBe(401)
    for (const on of [server, node]) {
      const refused = await attempt(on, password, 99)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const from = await server.db
      .selectFrom('audit_logs')
      .where('user_id', '=', user.id)
      .select('ip')
      .distinct()
      .execute()
    expect(from).toEqual([{ ip: '127.0.0.1' }])
  })

  it('lock a network address on all nodes once it failed on many accounts', async () => {
    const user = await addPerson()
    for (let index = 0; index < 50; index += 1)
      for (const on of [server, node])
        await limitGuesses(on.db, [['address', '127.0.0.1']], async () => false)
    for (const on of [server, node]) expect((await signIn(on, user.email, password)).status).toBe(429)
  })

  it('count every address of an IPv6 /64 as one, for sign-ins, links and requested emails', async () => {
    const from = (index: number) => ({ 'x-forwarded-for': `2001:db8:0:7:${index.toString(16)}::1` })
    const statusesOf = async (most: number, attempt: (index: number) => Promise<{ status: number }>) => {
      const answers = []
      for (let index = 0; index <= most; index += 1) answers.push((await attempt(index)).status)
      return [new Set(answers.slice(0, most)), answers[most]]
    }
    const on = (index: number) => proxied[index % 2]!
    const link = () => formatSecretToken(newSecretToken(newId(), newId()))
    expect(
      await statusesOf(10, (index) =>
        on(index).call(lookAtInvitation, { body: { token: link() }, headers: from(index) }),
      ),
    ).toEqual([new Set([422]), 429])
    expect(
      await statusesOf(50, (index) =>
        on(index).call(forgotPassword, {
          body: { email: `nobody.${index}@example.com` },
          headers: from(index),
        }),
      ),
    ).toEqual([new Set([200]), 429])
    await sql`update login_failures set failures = 95 where key like 'address:%'`.execute(server.db)
    const signInFrom = (index: number, headers: Record<string, string>) =>
      on(index).call(login, { body: { email: `no.${index}@example.com`, password: 'wrong' }, headers })
    expect(await statusesOf(5, (index) => signInFrom(index, from(index)))).toEqual([new Set([401]), 429])
    expect((await signInFrom(9, { 'x-forwarded-for': '2001:db8:0:8::1' })).status).toBe(401)
  })

  const passMinutes = (minutes: number) =>
    sql`update login_failures set first_at = first_at - make_interval(mins => ${minutes})`.execute(server.db)

  async function failToSignIn(email: string, times: number): Promise<void> {
    for (let index = 0; index < times; index += 1)
      expect((await signIn(server, email, 'wrong')).status).toBe(401)
  }

  it('from more than 10 minutes ago do not count, so occasional typos lock nobody out', async () => {
    const { email } = await addPerson()
    await failToSignIn(email, 9)
    await passMinutes(11)
    await failToSignIn(email, 9)
    expect((await signIn(server, email, password)).status).toBe(200)
  })

  it('of the last 10 minutes count together', async () => {
    const { email } = await addPerson()
    await failToSignIn(email, 9)
    await passMinutes(9)
    await failToSignIn(email, 1)
    expect((await signIn(server, email, password)).status).toBe(429)
  })

  it('from a network address are not cleared by a sign-in from there', async () => {
    const user = await addPerson()
    await signIn(server, 'nobody@example.com', 'wrong')
    await sql`update login_failures set failures = 99`.execute(server.db)
    expect((await signIn(server, user.email, password)).status).toBe(200)
    expect((await signIn(server, 'somebody@example.com', 'wrong')).status).toBe(401)
    expect((await signIn(server, user.email, password)).status).toBe(429)
  })
})

/** A secret to guess: 200 or 204 for the right one, `wrong` for any other. */
interface Secret {
  wrong: number
  attempt(on: TestServer, isRight: boolean, index: number): Promise<{ status: number; headers: Headers }>
}

async function passwordLink(): Promise<Secret> {
  const user = await addPerson()
  return linkOf(await makeResetToken(server, user), (on, link) =>
    on.call(resetPassword, { body: { token: link, newPassword: 'bright river lantern' } }),
  )
}

async function invitation() {
  const { workspaceId } = await server.addWorkspace()
  const token = newSecretToken(workspaceId, newId())
  await server.db
    .insertInto('invitations')
    .values({
      workspace_id: workspaceId,
      id: token.id,
      email: `${token.id}@example.com`,
      name: 'Invited',
      role: 'recruiter',
      hash: hashSecret(token.secret),
      expires_at: '2999-01-01T00:00:00.000Z',
    })
    .execute()
  return formatSecretToken(token)
}

/** Wrong ones name the same link with another secret. */
function linkOf(
  right: string,
  open: (on: TestServer, link: string) => Promise<{ status: number; headers: Headers }>,
): Secret {
  const { workspaceId, id } = parseSecretToken(right)!
  const other = () => formatSecretToken(newSecretToken(workspaceId, id))
  return { wrong: 422, attempt: (on, isRight) => open(on, isRight ? right : other()) }
}

async function challenged(user: TestUser) {
  const secret = await addFactor(server, user, true)
  const recoveryCodes = await makeRecoveryCodes(server.db, { workspaceId: user.workspaceId, userId: user.id })
  const who = { workspaceId: user.workspaceId, userId: user.id }
  const challengeToken = await signChallenge(server.db, who, passwordHash)
  const answer = (on: TestServer, code: string) =>
    on.call(secondFactor.loginWithSecondFactor, { body: { challengeToken, code } })
  return { secret, recoveryCodes, answer }
}

const secrets: [string, () => Promise<Secret>][] = [
  [
    'a password at sign-in',
    async () => {
      const { email } = await addPerson()
      return { wrong: 401, attempt: (on, isRight) => signIn(on, email, isRight ? password : 'wrong') }
    },
  ],
  [
    'a code of the app at sign-in',
    async () => {
      const { secret, answer } = await challenged(await addPerson())
      const wrong = (index: number) => String(index).padStart(7, '0')
      return {
        wrong: 401,
        attempt: (on, isRight, index) => answer(on, isRight ? appCode(secret) : wrong(index)),
      }
    },
  ],
  [
    'a recovery code',
    async () => {
      const { recoveryCodes, answer } = await challenged(await addPerson())
      return {
        wrong: 401,
        attempt: (on, isRight, index) => answer(on, isRight ? recoveryCodes[0]! : `abcde-${index}`),
      }
    },
  ],
  [
    'a password asked for again',
    async () => {
      const as = await addPerson()
      return {
        wrong: 422,
        attempt: (on, isRight) =>
          on.call(secondFactor.beginSecondFactor, {
            as,
            body: { currentPassword: isRight ? password : 'wrong' },
          }),
      }
    },
  ],
  [
    'a code that turns the second factor on',
    async () => {
      const as = await addPerson()
      const secret = await addFactor(server, as, false)
      return {
        wrong: 422,
        attempt: (on, isRight, index) =>
          on.call(secondFactor.confirmSecondFactor, {
            as,
            body: { code: isRight ? appCode(secret) : String(index).padStart(7, '0') },
          }),
      }
    },
  ],
  ['a link that sets a password', passwordLink],
  [
    'a link of an invitation',
    async () => linkOf(await invitation(), (on, token) => on.call(lookAtInvitation, { body: { token } })),
  ],
  [
    'an invitation that is accepted',
    async () =>
      linkOf(await invitation(), (on, token) =>
        on.call(acceptInvitation, { body: { token, name: 'Somebody', password: 'bright river lantern' } }),
      ),
  ],
]

describe('150 concurrent guesses on two nodes', () => {
  it.each(secrets)('check 10 of %s, and refuse the right one among the others', async (_, prepare) => {
    const { wrong, attempt } = await prepare()
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, index) => attempt(index % 2 ? server : node, index === 95, index)),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(wrong), count(429)]).toEqual([10, 140])
    expect(answers[95]!.status).toBe(429)
    for (const on of [server, node]) {
      const refused = await attempt(on, true, 0)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590)
    }
    await sql`update login_failures set locked_until = now() - interval '1 second'`.execute(server.db)
    expect((await attempt(node, true, 0)).status).toBeLessThan(300)
  })

  it.each([
    ['a password', async () => secrets[0]![1]()],
    ['a link that sets a password', passwordLink],
  ])('check 10 of %s when each comes from another network address', async (_, prepare) => {
    const { wrong, attempt } = await prepare()
    const from = (on: TestServer, index: number): TestServer => ({
      ...on,
      call: (endpoint, input) =>
        on.call(endpoint, { ...input, headers: { 'x-forwarded-for': `203.0.113.${index}` } }),
    })
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        attempt(from(proxied[index % 2]!, index), index === 95, index),
      ),
    )
    expect(answers.filter(({ status }) => status === wrong)).toHaveLength(10)
    expect(answers[95]!.status).toBe(429)
  })

  it('check at most 10 codes that turn the second factor off', async () => {
    const as = await addPerson()
    await challenged(as)
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        (index % 2 ? server : node).call(secondFactor.removeSecondFactor, {
          as,
          body: { currentPassword: password, code: `abcde-${index}` },
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(10)
    expect(new Set(statuses)).toEqual(new Set([422, 429]))
  })

  it('check 100 of as many accounts from one network address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        signIn(index % 2 ? server : node, `nobody.${index}@example.com`, 'wrong'),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(100)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
  })
})

describe('an attempt', () => {
  it('is reserved while it is checked; if the node dies meanwhile it counts for 10 minutes', async () => {
    const { email } = await addPerson()
    const never = () => new Promise<boolean>(() => {})
    for (let index = 0; index < 10; index += 1) void limitGuesses(node.db, [['account', email]], never)
    await expect.poll(() => pendingOf()).toBe(10)
    const refused = await signIn(server, email, password)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    await sql`update login_failures set first_at = now() - ${sql.raw(longAgo)}`.execute(server.db)
    expect((await signIn(server, email, password)).status).toBe(200)
    expect(await pendingOf()).toBe(0)
  })

  it('with the right secret releases its own reservation and no other', async () => {
    const { email } = await addPerson()
    let end: (isRight: boolean) => void = () => {}
    const slow = limitGuesses(server.db, [['account', email]], () => new Promise((done) => (end = done)))
    await expect.poll(() => pendingOf()).toBe(1)
    expect((await signIn(node, email, password)).status).toBe(200)
    expect(await pendingOf()).toBe(1)
    end(false)
    await slow
    expect(await accountFailures()).toMatchObject([{ failures: 1, pending: 0 }])
  })

  it('that outlasts its window counts in the next one', async () => {
    const { email } = await addPerson()
    let end: (isRight: boolean) => void = () => {}
    const slow = limitGuesses(server.db, [['account', email]], () => new Promise((done) => (end = done)))
    await expect.poll(() => pendingOf()).toBe(1)
    await sql`update login_failures set first_at = now() - ${sql.raw(longAgo)}`.execute(server.db)
    expect((await signIn(node, email, 'wrong')).status).toBe(401)
    end(false)
    await slow
    expect(await accountFailures()).toMatchObject([{ failures: 2, pending: 0 }])
  })

  it('that could not be checked is released', async () => {
    const check = () => Promise.reject(new Error('no hash today'))
    for (let index = 0; index < 12; index += 1)
      await expect(limitGuesses(server.db, [['account', 'x@example.com']], check)).rejects.toThrow('no hash')
    expect(await pendingOf()).toBe(0)
  })

  it('from a locked network address is not reserved on an account', async () => {
    const { email } = await addPerson()
    await signIn(server, 'nobody@example.com', 'wrong')
    await sql`update login_failures set locked_until = now() + interval '1 minute' where key like 'address:%'`.execute(
      server.db,
    )
    expect((await signIn(server, email, password)).status).toBe(429)
    expect(await pendingOf()).toBe(0)
  })

  function accountFailures() {
    return server.db.selectFrom('login_failures').where('key', 'like', 'account:%').selectAll().execute()
  }

  async function pendingOf() {
    const { rows } = await sql<{
      pending: number
    }>`select coalesce(sum(pending), 0)::int as pending from login_failures`.execute(server.db)
    return rows[0]!.pending
  }
})

describe('the right password', () => {
  it('given 12 times concurrently signs in or asks to retry in a second, and locks nothing', async () => {
    const { email } = await addPerson()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => signIn(index % 2 ? server : node, email, password)),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeLessThanOrEqual(2)
    for (const { status, headers } of refused)
      expect([status, headers.get('retry-after')]).toEqual([429, '1'])
    expect((await signIn(server, email, password)).status).toBe(200)
  })

  it('is checked without holding a database connection', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, addPerson))
    const { workspaceId } = people[0]!
    const answers = await Promise.all(
      people.map((as, index) =>
        server.call(updateProfile, {
          as,
          body: { email: `moved.${index}.${workspaceId}@example.com`, currentPassword: password },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  })
})

it('lets 5 of 20 concurrent requests email a link to an address', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? server : node).call(forgotPassword, { body: { email: 'somebody@example.com' } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
})
