import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { login } from '@muster/contract/auth.ts'
import { createUser } from '@muster/contract/manage-users.ts'
import { changePassword, resetUserPassword } from '@muster/contract/own-account.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { hashPassword } from './password.ts'

const password = 'an old and dusty lantern'
const breached = 'moss cello river bright'
/** Only in the padding of the response, with a count of 0. */
const padded = 'violet harbour engine'
const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()

let server: TestServer
const asked: { url: string; padding: string | undefined }[] = []
const logged: string[] = []
let respond: 'well' | 'with an error' | 'never' = 'well'

/** Serves the range API: the suffixes of all hashes with a prefix. */
const peer = createServer((request, response) => {
  asked.push({ url: request.url!, padding: request.headers['add-padding'] as string | undefined })
  if (respond === 'never') return
  if (respond === 'with an error') return void response.writeHead(500).end()
  const prefix = request.url!.slice('/range/'.length)
  const lines = [
    `${'0'.repeat(35)}:12`,
    ...[breached, padded]
      .filter((text) => hashOf(text).startsWith(prefix))
      .map((text) => `${hashOf(text).slice(5)}:${text === breached ? 3 : 0}`),
  ]
  response.end(lines.join('\r\n'))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  const { port } = peer.address() as AddressInfo
  server = await startTestServer({
    config: { breachedPasswordsUrl: `http://127.0.0.1:${port}/range/`, logLevel: 'warn' },
    logTo: { write: (line) => logged.push(line) },
  })
})

afterAll(async () => {
  await server?.stop()
  peer.closeAllConnections()
  peer.close()
})

beforeEach(() => {
  respond = 'well'
  asked.length = 0
  logged.length = 0
})

async function change(newPassword: string) {
  const user = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter', {
    name: 'Some Body',
  })
  const password_hash = await hashPassword(password)
  await server.db.updateTable('logins').set({ password_hash }).where('email', '=', user.email).execute()
  const answer = await server.call(changePassword, {
    as: user,
    body: { currentPassword: password, newPassword },
  })
  const signIn = await server.call(login, { body: { email: user.email, password: newPassword } })
  return { ...answer, works: signIn.status === 200 }
}

it('a breached password is refused, and only five characters of its hash are sent', async () => {
  const { status, body, works } = await change(breached)
  expect([status, works]).toEqual([422, false])
  expect(body.details).toEqual({
    newPassword: ['This password appeared in a data breach. Choose a different one.'],
  })
  expect(asked).toEqual([{ url: `/range/${hashOf(breached).slice(0, 5)}`, padding: 'true' }])
})

it('a password that is unknown, or only part of the padding, is accepted', async () => {
  expect((await change('bright river lantern')).works).toBe(true)
  expect((await change(padded)).works).toBe(true)
})

it.each(['create', 'reset'] as const)(
  'no database connection is held while waiting for the service: %s',
  async (how) => {
    const { workspaceId } = await server.addWorkspace()
    const owner = await server.addUser(workspaceId, 'owner')
    const colleague = await server.addUser(workspaceId, 'viewer', { name: 'Some Body' })
    const give = (typed: string) =>
      how === 'create'
        ? server.call(createUser, {
            as: owner,
            body: { email: `${how}.${colleague.email}`, name: 'New', role: 'viewer', password: typed },
          })
        : server.call(resetUserPassword, {
            as: owner,
            params: { id: colleague.id },
            body: { newPassword: typed },
          })
    expect((await give(breached)).status).toBe(422)
    respond = 'never'
    asked.length = 0
    const answer = give('bright river lantern')
    await expect.poll(() => asked.length).toBe(1)
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
    `.execute(server.db)
    expect(rows).toEqual([])
    expect((await answer).status).toBeLessThan(300)
  },
)

it('a password on the bundled lists is refused without asking the service', async () => {
  expect((await change('passwordpassword')).status).toBe(422)
  expect(asked).toEqual([])
})

it.each(['with an error', 'never'] as const)(
  'a service that answers %s blocks no new password, and is logged',
  async (how) => {
    respond = how
    expect((await change('bright river lantern')).works).toBe(true)
    const line = logged.find((each) => each.includes('could not be checked against breached ones'))!
    expect(line).toBeDefined()
    expect(line).not.toContain(hashOf('bright river lantern').slice(0, 5))
  },
)
