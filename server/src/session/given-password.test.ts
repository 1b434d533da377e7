import { login, logout } from '@muster/contract/auth.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { changePassword, resetUserPassword } from '@muster/contract/own-account.ts'
import { beginSecondFactor, getSecondFactor } from '@muster/contract/second-factor.ts'
import { forgotPassword, getCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser

const given = 'violet harbour engine'
const own = 'bright river cello moss'

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

/** Adds a user whose password an admin has set. */
async function addPerson(): Promise<TestUser> {
  const user = await server.addUser(workspaceId, 'recruiter', { name: 'Some Body' })
  const reset = { as: admin, params: { id: user.id }, body: { newPassword: given } }
  expect((await server.call(resetUserPassword, reset)).status).toBe(204)
  return user
}

function tryToSignIn({ email }: TestUser, password: string) {
  return server.call(login, { body: { email, password } })
}

async function signIn(user: TestUser, password: string): Promise<TestUser> {
  const { body } = await tryToSignIn(user, password)
  return { ...user, accessToken: body.access_token, refreshToken: body.refresh_token }
}

/** Makes the password `days` old. */
async function age({ email }: TestUser, days: number) {
  await server.db
    .updateTable('logins')
    .set({ given_at: sql`now() - make_interval(days => ${days})` })
    .where('email', '=', email)
    .execute()
}

describe('a password set by somebody else', () => {
  it('grants nothing but changing it', async () => {
    const person = await signIn(await addPerson(), given)
    expect((await server.call(getCurrentUser, { as: person })).body.mustChoosePassword).toBe(true)
    const refused = await server.call(listCompanies, { as: person })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Your password was set by someone else. Change it first.',
    ])
    const begin = { as: person, body: { currentPassword: given } }
    expect((await server.call(beginSecondFactor, begin)).status).toBe(403)
    expect((await server.call(getSecondFactor, { as: person })).status).toBe(200)
    const open = Object.values(endpoints).filter(({ before }) => before?.includes('password'))
    expect(open.map(({ name }) => name).toSorted()).toEqual([
      'changePassword',
      'getCurrentUser',
      'getSecondFactor',
      'logout',
    ])
    expect((await server.call(logout, { as: person })).status).toBe(204)
  })

  it('must be replaced by a different one, and then grants everything', async () => {
    const person = await signIn(await addPerson(), given)
    const change = (newPassword: string) =>
      server.call(changePassword, { as: person, body: { currentPassword: given, newPassword } })
    expect((await change(given)).status).toBe(422)
    expect((await server.call(listCompanies, { as: person })).status).toBe(403)
    expect((await change(own)).status).toBe(204)
    expect((await server.call(listCompanies, { as: person })).status).toBe(200)
    const again = await tryToSignIn(person, own)
    expect([again.status, again.body.user.mustChoosePassword]).toEqual([200, false])
    expect((await tryToSignIn(person, given)).status).toBe(401)
  })

  it('works for 7 days, and then only a mailed link does', async () => {
    const person = await addPerson()
    await age(person, 6)
    expect((await tryToSignIn(person, given)).status).toBe(200)
    await age(person, 7)
    const expired = await tryToSignIn(person, given)
    expect([expired.status, expired.body.message]).toEqual([
      403,
      'Your temporary password has expired. It was valid for 7 days. Use “Forgot your password?” to set your own.',
    ])
    expect((await tryToSignIn(person, 'another guess entirely')).body).toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    const logged = await server.db
      .selectFrom('audit_logs')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', person.id)
      .where('action', '=', 'login.failed')
      .select('details')
      .execute()
    expect(logged).toContainEqual({ details: { because: 'password expired' } })
    expect((await server.call(forgotPassword, { body: { email: person.email } })).status).toBe(200)
  })

  it('does not affect users who chose theirs', async () => {
    const other = await server.addUser(workspaceId, 'recruiter')
    expect((await server.call(getCurrentUser, { as: other })).body.mustChoosePassword).toBe(false)
    expect((await server.call(listCompanies, { as: other })).status).toBe(200)
  })
})
