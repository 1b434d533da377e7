import { login } from '@muster/contract/auth.ts'
import { changePassword } from '@muster/contract/own-account.ts'
import * as contract from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '../session/password.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { mailPasswordLink } from './mail-password-link.ts'

const newPassword = 'violet harbour engine'

let server: TestServer
let user: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  user = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
})

afterAll(() => server?.stop())

/** Emails a link and returns its token, or null when nothing was sent. */
async function askForLink(): Promise<string | null> {
  await mailPasswordLink(server.services, { email: user.email })
  const mail = await server.db
    .selectFrom('mails')
    .where('recipient', '=', user.email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select('body')
    .executeTakeFirst()
  return mail?.body.match(/#token=(\S+)/)?.[1] ?? null
}

const use = (token: string | null) =>
  server.call(contract.resetPassword, { body: { token: token!, newPassword } })

/** Simulates that `time` has passed since the link was sent. */
const pass = (time: string) =>
  server.db
    .updateTable('password_tokens')
    .set({ expires_at: sql`expires_at - ${time}::interval` })
    .where('user_id', '=', user.id)
    .execute()

const signIn = () => server.call(login, { body: { email: user.email, password: newPassword } })

describe('a link that sets a new password', () => {
  it('works for 60 minutes', async () => {
    const token = await askForLink()
    await pass('59 minutes')
    expect((await use(token)).status).toBe(204)
    expect((await signIn()).status).toBe(200)
  })

  it('does not work after 60 minutes', async () => {
    const token = await askForLink()
    await pass('61 minutes')
    expect((await use(token)).status).toBe(422)
    expect((await signIn()).status).toBe(401)
  })

  it('works once, and voids earlier links', async () => {
    const [earlier, token] = [await askForLink(), await askForLink()]
    expect((await use(token)).status).toBe(204)
    expect([(await use(token)).status, (await use(earlier)).status]).toEqual([422, 422])
  })

  it('does not work once its owner changed the password, as somebody else may have requested it', async () => {
    const token = await askForLink()
    await server.db
      .updateTable('logins')
      .set({ password_hash: await hashPassword('an old and dusty lantern') })
      .where('user_id', '=', user.id)
      .execute()
    const body = { currentPassword: 'an old and dusty lantern', newPassword: 'bright river cello moss' }
    expect((await server.call(changePassword, { as: user, body })).status).toBe(204)
    expect((await use(token)).status).toBe(422)
  })

  it('does not work for a user who was suspended since', async () => {
    const token = await askForLink()
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    expect((await use(token)).status).toBe(422)
  })

  it('does not affect the links of other users', async () => {
    const other = user
    const theirs = await askForLink()
    user = await server.addUser(other.workspaceId, 'recruiter')
    expect((await use(await askForLink())).status).toBe(204)
    user = other
    expect((await use(theirs)).status).toBe(204)
  })

  it('is not sent to a suspended user, nor into a suspended workspace', async () => {
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    expect(await askForLink()).toBeNull()
    user = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    await server.db
      .updateTable('workspaces')
      .set({ suspended_at: sql`now()` })
      .where('id', '=', user.workspaceId)
      .execute()
    expect(await askForLink()).toBeNull()
  })
})
