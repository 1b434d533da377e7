import { login } from '@muster/contract/auth.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import { changePassword } from '@muster/contract/own-account.ts'
import * as contract from '@muster/contract/second-factor.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { updateWorkspace } from '@muster/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { evictSessions } from '../session/authenticate.ts'
import { hashPassword } from '../session/password.ts'
import { followEvents } from '../testing/follow-events.ts'
import { addFactor, appCode } from '../testing/seed-sign-in.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { stepOf } from './totp.ts'

let server: TestServer
let workspaceId: string
let passwordHash: string

const password = 'an old and dusty lantern'

beforeAll(async () => {
  server = await startTestServer()
  passwordHash = await hashPassword(password)
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  await sql`delete from login_failures`.execute(server.db)
})

afterAll(() => server?.stop())

async function addPerson(role: 'owner' | 'admin' | 'recruiter' = 'recruiter'): Promise<TestUser> {
  const user = await server.addUser(workspaceId, role, { name: 'Some Body' })
  await server.db
    .updateTable('logins')
    .set({ password_hash: passwordHash })
    .where('email', '=', user.email)
    .execute()
  return user
}

async function challenge(email: string, typed = password): Promise<string> {
  const { status, body } = await server.call(login, { body: { email, password: typed } })
  expect([status, body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
  return body.details!.challengeToken as string
}

function answer(challengeToken: string, code: string) {
  return server.call(contract.loginWithSecondFactor, { body: { challengeToken, code } })
}

/** Sets up a second factor as a user does. */
async function setUp(as: TestUser) {
  const begun = await server.call(contract.beginSecondFactor, { as, body: { currentPassword: password } })
  expect(begun.body.uri).toContain(`otpauth://totp/Muster:${encodeURIComponent(as.email)}?`)
  const { secret } = begun.body
  const code = appCode(secret)
  const { body } = await server.call(contract.confirmSecondFactor, { as, body: { code } })
  return { secret, recoveryCodes: body.recoveryCodes }
}

function statusOf(as: TestUser) {
  return server.call(getCurrentUser, { as }).then(({ status }) => status)
}

describe('an app code', () => {
  it('is that of RFC 6238, with one step of drift', () => {
    // The secret of the RFC's appendix B; apps show the last six of its eight digits.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(stepOf(secret, '287082', 59_000)).toBe(1)
    expect(stepOf(secret, '081804', 1_111_111_109_000)).toBe(37_037_036)
    expect(stepOf(secret, '287082', 89_000)).toBe(1)
    expect(stepOf(secret, '287082', 29_000)).toBe(1)
    expect(stepOf(secret, '287082', 90_000)).toBeNull()
    for (const wrong of ['28708', '2870820', 'abcdef', '', '２８７０８２'])
      expect(stepOf(secret, wrong, 59_000)).toBeNull()
  })
})

describe('sign-in with a second factor', () => {
  it('takes the password and then a code, and grants nothing without one', async () => {
    const person = await addPerson()
    const other = {
      ...person,
      accessToken: (await server.call(login, { body: { email: person.email, password } })).body.access_token,
    }
    const { secret } = await setUp(person)
    // Sessions without it have ended.
    expect([await statusOf(other), await statusOf(person)]).toEqual([401, 200])
    const token = await challenge(person.email)
    const { status, body } = await answer(token, appCode(secret, 1))
    expect(status).toBe(200)
    expect(body.user.id).toBe(person.id)
    expect(await statusOf({ ...person, accessToken: body.access_token })).toBe(200)
    // A challenge grants nothing by itself.
    expect(await statusOf({ ...person, accessToken: token })).toBe(401)
    const actions = await server.db
      .selectFrom('audit_logs')
      .where('user_id', '=', person.id)
      .orderBy('id')
      .select('action')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['login', 'second_factor.on', 'login'])
  })

  it('accepts each code once, even of two concurrent uses, and none older', async () => {
    const person = await addPerson()
    const secret = await addFactor(server, person, true)
    const token = await challenge(person.email)
    const code = appCode(secret)
    const both = await Promise.all([answer(token, code), answer(token, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await answer(token, appCode(secret, -1))).status).toBe(401)
    expect((await answer(token, appCode(secret, 1))).status).toBe(200)
  })

  it('accepts each recovery code once, however it is typed, and notifies the user', async () => {
    const person = await addPerson()
    const { recoveryCodes } = await setUp(person)
    expect(new Set(recoveryCodes).size).toBe(10)
    // 28 of 31 letters: 138 bits, too many to guess from the hash.
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){6}[a-z2-9]{4}$/)
    const token = await challenge(person.email)
    const typed = recoveryCodes[3]!.toUpperCase().replaceAll('-', ' ')
    expect([(await answer(token, typed)).status, (await answer(token, typed)).status]).toEqual([200, 401])
    const mails = await server.db
      .selectFrom('mails')
      .where('recipient', '=', person.email)
      .select('body')
      .execute()
    expect(mails.at(-1)!.body).toContain(
      'A recovery code was used to sign in to your account. Codes left: 9.',
    )
    const state = await server.call(contract.getSecondFactor, { as: person })
    expect(state.body).toMatchObject({ enabled: true, recoveryCodesLeft: 9, required: false })
    const renewed = await server.call(contract.renewRecoveryCodes, {
      as: person,
      body: { currentPassword: password, code: recoveryCodes[5]! },
    })
    expect((await answer(token, recoveryCodes[4]!)).status).toBe(401)
    expect((await answer(token, renewed.body.recoveryCodes[0]!)).status).toBe(200)
  })

  it('counts wrong codes as failed sign-ins, and the right password does not reset the count', async () => {
    const person = await addPerson()
    const secret = await addFactor(server, person, true)
    for (let index = 0; index < 10; index += 1)
      expect((await answer(await challenge(person.email), '000000')).status).toBe(401)
    expect((await server.call(login, { body: { email: person.email, password } })).status).toBe(429)
    await sql`update login_failures set locked_until = null, failures = 9`.execute(server.db)
    const token = await challenge(person.email)
    await answer(token, '000000')
    expect((await answer(token, appCode(secret))).status).toBe(429)
  })

  it('ends when the password changes, and refuses what is not a challenge', async () => {
    const person = await addPerson()
    const secret = await addFactor(server, person, true)
    const token = await challenge(person.email)
    const body = { currentPassword: password, newPassword: 'moss cello river' }
    await server.call(changePassword, { as: person, body })
    for (const bad of [token, person.accessToken, person.refreshToken, 'x', `${token}x`])
      expect((await answer(bad, appCode(secret))).status).toBe(401)
    expect((await answer(await challenge(person.email, body.newPassword), appCode(secret))).status).toBe(200)
  })

  it('must be completed within 5 minutes of the password', async () => {
    const person = await addPerson()
    await addFactor(server, person, true)
    const token = await challenge(person.email)
    const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    expect(exp - iat).toBe(300)
  })

  it('is refused to a user or a workspace that was suspended after the password', async () => {
    const person = await addPerson()
    const secret = await addFactor(server, person, true)
    const token = await challenge(person.email)
    const setStatus = (status: string) =>
      server.db.updateTable('users').set({ status }).where('id', '=', person.id).execute()
    await setStatus('suspended')
    expect((await answer(token, appCode(secret, -1))).status).toBe(401)
    await setStatus('active')
    await server.db
      .updateTable('workspaces')
      .set({ suspended_at: '2020-01-01' })
      .where('id', '=', workspaceId)
      .execute()
    expect((await answer(token, appCode(secret))).status).toBe(403)
  })

  it('stores neither the secret nor a recovery code in plain text', async () => {
    const person = await addPerson()
    const { secret, recoveryCodes } = await setUp(person)
    const stored = JSON.stringify([
      await server.db.selectFrom('second_factors').selectAll().execute(),
      await server.db.selectFrom('recovery_codes').selectAll().execute(),
      await server.db.selectFrom('idempotency_keys').selectAll().execute(),
    ])
    for (const text of [secret, recoveryCodes[0]!, recoveryCodes[0]!.replaceAll('-', '')])
      expect(stored).not.toContain(text)
  })
})

describe('the audit log of a sign-in with a second factor', () => {
  it('says which code was used, that one was wrong, and that codes were renewed or 2FA turned off', async () => {
    const person = await addPerson()
    const { recoveryCodes } = await setUp(person)
    const token = await challenge(person.email)
    await answer(token, '000000')
    await answer(token, recoveryCodes[0]!)
    const renewed = await server.call(contract.renewRecoveryCodes, {
      as: person,
      body: { currentPassword: password, code: recoveryCodes[1]! },
    })
    await server.call(contract.removeSecondFactor, {
      as: person,
      body: { currentPassword: password, code: renewed.body.recoveryCodes[0]! },
    })
    const rows = await server.db
      .selectFrom('audit_logs')
      .where('user_id', '=', person.id)
      .orderBy('at')
      .orderBy('id')
      .select(['action', 'details'])
      .execute()
    expect(rows.map(({ action, details }) => [action, details])).toMatchObject([
      ['second_factor.on', {}],
      ['login.failed', { because: 'second factor' }],
      ['login', { factor: 'recovery code' }],
      ['second_factor.codes_renewed', {}],
      ['second_factor.off', {}],
    ])
  })
})

describe('setting up a second factor', () => {
  it('gives no recovery codes before it is confirmed', async () => {
    const person = await addPerson()
    const secret = await addFactor(server, person, false)
    const body = { currentPassword: password, code: appCode(secret) }
    const renewed = await server.call(contract.renewRecoveryCodes, { as: person, body })
    expect([renewed.status, renewed.body]).toMatchObject([409, { message: '2FA is off' }])
  })

  it('again takes the newer secret, and none once it is on', async () => {
    const person = await addPerson()
    const begin = () =>
      server.call(contract.beginSecondFactor, { as: person, body: { currentPassword: password } })
    const confirm = (secret: string) =>
      server.call(contract.confirmSecondFactor, { as: person, body: { code: appCode(secret) } })
    const [first, second] = [(await begin()).body.secret, (await begin()).body.secret]
    expect((await confirm(first)).status).toBe(422)
    expect((await confirm(second)).status).toBe(200)
    expect((await begin()).status).toBe(409)
    expect((await answer(await challenge(person.email), appCode(second, 1))).status).toBe(200)
  })

  it('and turning it off is told to its owner by email, in their language', async () => {
    const person = await addPerson()
    await server.db.updateTable('users').set({ language: 'de' }).where('id', '=', person.id).execute()
    const { recoveryCodes } = await setUp(person)
    await server.call(contract.removeSecondFactor, {
      as: person,
      body: { currentPassword: password, code: recoveryCodes[0]! },
    })
    const mails = await server.db
      .selectFrom('mails')
      .where('recipient', '=', person.email)
      .orderBy('created_at')
      .select('body')
      .execute()
    expect(mails).toHaveLength(2)
    for (const { body } of mails) expect(body).not.toContain('for your account')
  })
})

describe('a password', () => {
  it('of 8 characters is accepted with a second factor, which then cannot be turned off', async () => {
    const person = await addPerson()
    const short = 'zq7 Kfjw'
    const change = () =>
      server.call(changePassword, { as: person, body: { currentPassword: password, newPassword: short } })
    expect((await change()).status).toBe(422)
    const secret = await addFactor(server, person, true)
    expect((await change()).status).toBe(204)
    const remove = (currentPassword: string) =>
      server.call(contract.removeSecondFactor, {
        as: person,
        body: { currentPassword, code: appCode(secret) },
      })
    expect((await remove('wrong')).status).toBe(422)
    expect((await remove(short)).body.message).toMatch(/too short to use without 2FA/)
    const longer = { currentPassword: short, newPassword: 'moss cello river bright' }
    await server.call(changePassword, { as: person, body: longer })
    expect((await remove(longer.newPassword)).status).toBe(204)
    expect(
      (await server.call(login, { body: { email: person.email, password: longer.newPassword } })).status,
    ).toBe(200)
  })
})

describe('a workspace that requires a second factor', () => {
  it('lets users without one only set it up', async () => {
    const [owner, person] = [await addPerson('owner'), await addPerson()]
    const require = (requireSecondFactor: boolean) =>
      server.call(updateWorkspace, { as: owner, body: { requireSecondFactor } })
    expect((await require(true)).status).toBe(422)
    await addFactor(server, owner, true)
    const stream = await followEvents(server, person)
    expect((await require(true)).body.requireSecondFactor).toBe(true)
    await stream.ended
    const me = await server.call(getCurrentUser, { as: person })
    expect(me.body.mustSetUpSecondFactor).toBe(true)
    const refused = await server.call(listCompanies, { as: person })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Your workspace requires 2FA. Set it up first.',
    ])
    const other = { currentPassword: password, newPassword: 'another sentence of four words' }
    expect((await server.call(changePassword, { as: person, body: other })).status).toBe(403)
    expect((await server.call(listCompanies, { as: owner })).status).toBe(200)
    await setUp(person)
    expect((await server.call(listCompanies, { as: person })).status).toBe(200)
    const remove = { as: person, body: { currentPassword: password, code: '000000' } }
    expect((await server.call(contract.removeSecondFactor, remove)).status).toBe(409)
  })
})

describe('turning a second factor off, or replacing recovery codes', () => {
  it.each([
    ['turning it off', contract.removeSecondFactor],
    ['new codes', contract.renewRecoveryCodes],
  ])('requires the password and an unused code: %s', async (_, endpoint) => {
    const person = await addPerson()
    const secret = await addFactor(server, person, true)
    const send = (body: object) =>
      server.call(endpoint, { as: person, body: { currentPassword: password, ...body } as never })
    expect((await send({})).body.details).toHaveProperty('code')
    const used = appCode(secret)
    expect((await answer(await challenge(person.email), used)).status).toBe(200)
    for (const code of ['000000', used]) {
      const { status, body } = await send({ code })
      expect([status, Object.keys(body.details!)]).toEqual([422, ['code']])
    }
    expect((await send({ currentPassword: 'wrong', code: appCode(secret, 1) })).status).toBe(422)
    expect((await send({ code: appCode(secret, 1) })).status).toBeLessThan(300)
  })

  it('accepts a recovery code instead, and counts wrong codes as failed sign-ins', async () => {
    const person = await addPerson()
    const { recoveryCodes } = await setUp(person)
    const remove = (code: string) =>
      server.call(contract.removeSecondFactor, { as: person, body: { currentPassword: password, code } })
    for (let index = 0; index < 10; index += 1) expect((await remove('000000')).status).toBe(422)
    expect((await remove(recoveryCodes[0]!)).status).toBe(429)
    await sql`update login_failures set locked_until = now() - interval '1 second'`.execute(server.db)
    expect((await remove(recoveryCodes[0]!)).status).toBe(204)
  })
})

describe('an installation that requires a second factor', () => {
  it.each([
    ['superadmins', [403, 200]],
    ['everyone', [403, 403]],
  ] as const)('of %s lets users without one only set it up', async (of, statuses) => {
    const { connectionString } = server
    const strict = await startTestServer({ connectionString, config: { requireSecondFactor: of } })
    try {
      const superadmin = await server.addUser(workspaceId, 'superadmin')
      const people = [superadmin, await addPerson()]
      await server.db
        .updateTable('logins')
        .set({ password_hash: passwordHash })
        .where('email', '=', superadmin.email)
        .execute()
      for (const [index, as] of people.entries()) {
        const { status, body } = await strict.call(listCompanies, { as })
        expect(status).toBe(statuses[index])
        const me = await strict.call(getCurrentUser, { as })
        expect(me.body).toMatchObject({
          hasSecondFactor: false,
          mustSetUpSecondFactor: status === 403,
        })
        if (status === 403) expect(body.message).toBe('This installation requires 2FA. Set it up first.')
        // Elsewhere, and by default, the workspace decides.
        expect((await server.call(listCompanies, { as })).status).toBe(200)
      }
      await addFactor(server, superadmin, true)
      evictSessions(strict.db)
      expect((await strict.call(listCompanies, { as: superadmin })).status).toBe(200)
      const state = await strict.call(contract.getSecondFactor, { as: superadmin })
      expect(state.body).toMatchObject({ enabled: true, required: true })
      const removed = await strict.call(contract.removeSecondFactor, {
        as: superadmin,
        body: { currentPassword: password, code: '000000' },
      })
      expect([removed.status, removed.body.message]).toEqual([409, 'This installation requires 2FA'])
    } finally {
      await strict.stop()
    }
  })
})

describe('resetUserSecondFactor', () => {
  it('removes it, ends the sessions, voids a short password and notifies the user', async () => {
    const [admin, owner, person] = [await addPerson('admin'), await addPerson('owner'), await addPerson()]
    for (const each of [owner, person]) await addFactor(server, each, true)
    const body = { currentPassword: password, newPassword: 'zq7 Kfjw' }
    await server.call(changePassword, { as: person, body })
    const reset = (id: string) => server.call(contract.resetUserSecondFactor, { as: admin, params: { id } })
    expect([(await reset(owner.id)).status, (await reset(admin.id)).status]).toEqual([403, 403])
    expect((await reset(person.id)).status).toBe(204)
    expect(await statusOf(person)).toBe(401)
    expect((await server.call(login, { body: { email: person.email, password: 'zq7 Kfjw' } })).status).toBe(
      401,
    )
    expect((await reset(person.id)).status).toBe(409)
    const mails = await server.db
      .selectFrom('mails')
      .where('recipient', '=', person.email)
      .select('body')
      .execute()
    expect(mails.at(-1)!.body).toContain('reset your 2FA')
    // Without a link they could no longer sign in.
    const links = await sql<{ email: string }>`
      select data->>'email' as email from pgboss.job where name = 'mail-password-link'
    `.execute(server.db)
    expect(links.rows.map(({ email }) => email)).toContain(person.email)
    const audit = await server.db
      .selectFrom('audit_logs')
      .where('action', '=', 'second_factor.reset')
      .where('workspace_id', '=', workspaceId)
      .select(['user_id', 'subject_id'])
      .execute()
    expect(audit).toEqual([{ user_id: admin.id, subject_id: person.id }])
  })
})

it('resetting 2FA keeps a password that is long enough without it', async () => {
  const [admin, person] = [await addPerson('admin'), await addPerson()]
  await addFactor(server, person, true)
  const params = { id: person.id }
  expect((await server.call(contract.resetUserSecondFactor, { as: admin, params })).status).toBe(204)
  expect((await server.call(login, { body: { email: person.email, password } })).status).toBe(200)
})
