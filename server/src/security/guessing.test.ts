import { login } from '@muster/contract/auth.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countFailure } from '../session/login-failures.ts'
import { hashPassword } from '../session/password.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let node: TestServer

beforeAll(async () => {
  server = await startTestServer()
  node = await startTestServer({ connectionString: server.connectionString })
})

afterAll(async () => {
  await node?.stop()
  await server?.stop()
})

const password = 'correct horse battery'

async function addPerson() {
  const { workspaceId } = await server.addWorkspace()
  const user = await server.addUser(workspaceId, 'recruiter')
  await server.db
    .updateTable('logins')
    .set({ password_hash: await hashPassword(password) })
    .where('email', '=', user.email)
    .execute()
  return user
}

it('counts failures to sign in on all nodes together, whatever X-Forwarded-For says', async () => {
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

it('locks a network address on all nodes together once it failed on many accounts', async () => {
  const user = await addPerson()
  const signIn = (on: TestServer, email: string, typed: string) =>
    on.call(login, { body: { email, password: typed } })
  for (let index = 0; index < 50; index += 1)
    for (const on of [server, node]) await countFailure(on.db, 'address', '127.0.0.1')
  await signIn(node, 'nobody@example.com', 'wrong')
  for (const on of [server, node]) expect((await signIn(on, user.email, password)).status).toBe(429)
})
