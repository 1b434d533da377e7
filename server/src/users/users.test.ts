import { login, refresh } from '@muster/contract/auth.ts'
import { confirmEmail } from '@muster/contract/email-confirmation.ts'
import { roleKeys } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../session/password.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { mailEmailClaim } from './mail-email-claim.ts'
import { mailPasswordLink } from './mail-password-link.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser

const oldPassword = 'an old and dusty password'
const newPassword = 'bright river lantern'

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin', { name: 'Zora Admin' })
})

afterAll(() => server?.stop())

async function addPerson(name = 'Somebody'): Promise<TestUser> {
  const user = await server.addUser(workspaceId, 'recruiter', { name })
  await server.db
    .updateTable('logins')
    .set({ password_hash: await hashPassword(oldPassword) })
    .where('email', '=', user.email)
    .execute()
  return user
}

function ask(email: string) {
  return server.call(contract.forgotPassword, { body: { email } })
}

function signIn(email: string, password: string) {
  return server.call(login, { body: { email, password } })
}

function mailsTo(email: string) {
  return server.db.selectFrom('mails').where('recipient', '=', email).selectAll().execute()
}

/** Returns the token of the newest link sent to the address. */
async function mailedToken(email: string): Promise<string> {
  await mailPasswordLink(server.services, { email })
  const mails = await mailsTo(email)
  return mails.map((mail) => /reset-password#token=(\S+)/.exec(mail.body)![1]!).at(-1)!
}

/** Follows the link sent to a user's new address. */
async function confirmAddress({ id: userId }: TestUser) {
  await mailEmailClaim(server.services, { workspaceId, userId })
  const mail = await server.db
    .selectFrom('mails')
    .where('body', 'like', '%/auth/confirm-email#token=%')
    .orderBy('id', 'desc')
    .select('body')
    .executeTakeFirstOrThrow()
  const token = /confirm-email#token=(\S+)/.exec(mail.body)![1]!
  expect((await server.call(confirmEmail, { body: { token } })).status).toBe(200)
}

function reset(token: string, password = newPassword) {
  return server.call(contract.resetPassword, { body: { token, newPassword: password } })
}

describe('listUsers', () => {
  it('lists users by name and finds them by name or email', async () => {
    const { workspaceId: other } = await server.addWorkspace()
    const first = await server.addUser(other, 'owner', { name: 'anna' })
    const second = await server.addUser(other, 'viewer', { name: 'Bert' })
    const { body } = await server.call(contract.listUsers, { as: first })
    expect(body.items.map((item) => item.name)).toEqual(['anna', 'Bert'])
    const found = await server.call(contract.listUsers, { as: first, query: { q: second.email } })
    expect(found.body.items).toMatchObject([{ id: second.id, role: 'viewer', status: 'active' }])
    const owners = await server.call(contract.listUsers, { as: first, query: { role: 'owner,admin' } })
    expect(owners.body.items.map((item) => item.id)).toEqual([first.id])
  })
})

describe('listRoles', () => {
  it('lists every role with its permissions', async () => {
    const { body } = await server.call(contract.listRoles, { as: admin })
    expect(body.items.map((item) => item.key)).toEqual(roleKeys)
    expect(body.items.find((item) => item.key === 'client_reviewer')!.permissions).not.toContain(
      'contacts:read',
    )
  })

  it("names and explains them in the requester's language", async () => {
    const { body } = await server.call(contract.listRoles, {
      as: admin,
      headers: { 'accept-language': 'de' },
    })
    expect(body.items.slice(1, 3)).toMatchObject([
      { name: 'Inhaber', description: 'Voller Zugriff auf den Arbeitsbereich, auch auf die Abrechnung' },
      { name: 'Admin', description: 'Voller Zugriff auf den Arbeitsbereich, außer auf die Abrechnung' },
    ])
  })
})

describe('forgotPassword', () => {
  it('returns the same whether or not the address is known', async () => {
    const { email } = await addPerson()
    const known = await ask(email)
    const unknown = await ask('nobody.here@example.com')
    expect(known.status).toBe(200)
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  })

  it('emails a link to the user with the address, and nothing to a suspended or unknown one', async () => {
    const { email } = await addPerson()
    const suspended = await addPerson()
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
    for (const each of [email, suspended.email, 'nobody@example.com'])
      await mailPasswordLink(server.services, { email: each })
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo(suspended.email)).toEqual([])
    expect(await mailsTo('nobody@example.com')).toEqual([])
  })

  it("uses the user's language, else the requester's", async () => {
    const { id, email } = await addPerson()
    const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject)
    await mailPasswordLink(server.services, { email, language: 'de' })
    expect((await mailsTo(email))[0]!.body).toContain(
      'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail',
    )
    await server.db.updateTable('users').set({ language: 'en' }).where('id', '=', id).execute()
    await mailPasswordLink(server.services, { email, language: 'de' })
    expect(await subjects()).toEqual(['Neues Passwort festlegen', 'Set a new password'])
  })

  it('leaves the email to a job, after the response', async () => {
    const working = await startTestServer({ jobs: true })
    const { workspaceId: other } = await working.addWorkspace()
    const { email } = await working.addUser(other, 'viewer')
    expect((await working.call(contract.forgotPassword, { body: { email } })).status).toBe(200)
    const written = () => working.db.selectFrom('mails').select('recipient').execute()
    await expect.poll(written).toEqual([{ recipient: email }])
    await working.stop()
  })

  it('leaves the link that a manager sends to an address that had its share', async () => {
    const { email } = await addPerson()
    for (let index = 0; index < 6; index += 1) await mailPasswordLink(server.services, { email })
    expect(await mailsTo(email)).toHaveLength(5)
    await mailPasswordLink(server.services, { email, isReserved: true })
    expect(await mailsTo(email)).toHaveLength(6)
  })

  it('stores only a hash of the link', async () => {
    const { email } = await addPerson()
    const token = await mailedToken(email)
    const stored = JSON.stringify(await server.db.selectFrom('password_tokens').selectAll().execute())
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(Buffer.from(token, 'base64url').subarray(32).toString('hex'))
  })

  it('limits the emails to one address, known or not', async () => {
    const { email } = await addPerson()
    for (const address of [email, 'nobody.again@example.com']) {
      for (let index = 0; index < 5; index += 1) expect((await ask(address)).status).toBe(200)
      const refused = await ask(address)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })
})

describe('resetPassword', () => {
  it('sets the password, once, and ends every session', async () => {
    const user = await addPerson()
    const token = await mailedToken(user.email)
    expect((await reset(token)).status).toBe(204)
    expect((await signIn(user.email, oldPassword)).status).toBe(401)
    expect((await signIn(user.email, newPassword)).status).toBe(200)
    expect((await server.call(contract.getCurrentUser, { as: user })).status).toBe(401)
    const refreshed = await server.call(refresh, { body: { refresh_token: user.refreshToken } })
    expect(refreshed.status).toBe(401)
    expect((await reset(token, 'another quiet lantern')).body.details).toHaveProperty('token')
  })

  it('refuses a short password while a second factor is set up but not confirmed', async () => {
    const { id, email } = await addPerson()
    await server.db
      .insertInto('second_factors')
      .values({ workspace_id: workspaceId, user_id: id, secret: 'not confirmed' })
      .execute()
    expect((await reset(await mailedToken(email), 'bright river')).body.details).toHaveProperty('newPassword')
  })

  it('accepts only one of many concurrent uses of a link', async () => {
    const { email } = await addPerson()
    const token = await mailedToken(email)
    const passwords = Array.from({ length: 5 }, (_, index) => `${newPassword} number ${index}`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 422, 422, 422, 422])
    const winner = passwords[answers.findIndex((answer) => answer.status === 204)]!
    expect((await signIn(email, winner)).status).toBe(200)
  })

  it('refuses a link that is an hour old, altered, or older than the last change', async () => {
    const { email, id } = await addPerson()
    const old = await mailedToken(email)
    const token = await mailedToken(email)
    const bytes = Buffer.from(token, 'base64url')
    bytes[40]! ^= 1
    expect((await reset(bytes.toString('base64url'))).status).toBe(422)
    expect((await reset('not a link')).status).toBe(422)
    expect((await reset(token)).status).toBe(204)
    expect((await reset(old)).status).toBe(422)
    const late = await mailedToken(email)
    await server.db
      .updateTable('password_tokens')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('user_id', '=', id)
      .execute()
    expect((await reset(late)).status).toBe(422)
  })

  it('explains a refused password and keeps the link valid', async () => {
    const { email } = await addPerson('Ludmila Farrow')
    const token = await mailedToken(email)
    for (const password of ['too short', 'passwordpassword', 'the Ludmila waltz at noon', 'x'.repeat(200)]) {
      const { status, body } = await reset(token, password)
      expect(status).toBe(422)
      expect(body.details).toHaveProperty('newPassword')
    }
    expect((await reset(token)).status).toBe(204)
  })

  it('unlocks an account after too many failed sign-ins', async () => {
    const { email } = await addPerson()
    for (let index = 0; index < 10; index += 1) await signIn(email, 'a wrong one')
    expect((await signIn(email, oldPassword)).status).toBe(429)
    await reset(await mailedToken(email))
    expect((await signIn(email, newPassword)).status).toBe(200)
  })
})

describe('updateCurrentUser', () => {
  it('changes the sign-in email once confirmed, unless a colleague has it', async () => {
    const user = await addPerson()
    const email = `moved.${user.email}`
    const change = (to: string, currentPassword?: string) =>
      server.call(contract.updateCurrentUser, { as: user, body: { email: to, currentPassword } })
    for (const wrong of [undefined, 'wrong'])
      expect((await change(email, wrong)).body.details).toHaveProperty('currentPassword')
    expect((await change(email, oldPassword)).body).toMatchObject({ email: user.email, pendingEmail: email })
    await confirmAddress(user)
    expect((await signIn(email, oldPassword)).status).toBe(200)
    expect((await change(admin.email, oldPassword)).status).toBe(409)
  })

  it('cannot change role, permissions or workspace', async () => {
    const user = await addPerson()
    const body = {
      name: 'Renamed',
      role: 'owner',
      permissions: ['users:manage'],
      workspaceId: admin.id,
      status: 'x',
    }
    const { status } = await server.call(contract.updateCurrentUser, { as: user, body })
    expect(status).toBe(422)
    await server.call(contract.updateCurrentUser, { as: user, body: { name: 'Renamed' } })
    const { body: me } = await server.call(contract.getCurrentUser, { as: user })
    expect(me).toMatchObject({ name: 'Renamed', role: 'recruiter', workspace: { id: workspaceId } })
    expect(me.permissions).not.toContain('users:manage')
  })
})
