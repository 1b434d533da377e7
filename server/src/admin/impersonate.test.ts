import { impersonate as contract, listAllUsers } from '@muster/contract/admin-users.ts'
import { logout, refresh } from '@muster/contract/auth.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { listNotifications } from '@muster/contract/notifications.ts'
import { listUserSessions } from '@muster/contract/user-sessions.ts'
import { getCurrentUser, updateCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evictSessions } from '../session/authenticate.ts'
import { formatSecretToken, hashSecret, newSecretToken } from '../session/secret-token.ts'
import { followEvents } from '../testing/follow-events.ts'
import type { Seeded } from '../testing/seed.ts'
import { sendCall } from '../testing/send-call.ts'
import { startSeeded } from '../testing/start-seeded.ts'
import type { TestServer, TestUser } from '../testing/test-server.ts'
import { validCalls } from '../testing/valid-calls.ts'
import { endImpersonations } from './end-impersonations.ts'

let server: TestServer
let superadmin: TestUser
let seeded: Seeded
let owner: TestUser

beforeAll(async () => {
  ;({ server, home: seeded } = await startSeeded())
  superadmin = await server.addUser((await server.addWorkspace()).workspaceId, 'superadmin', { name: 'Ines' })
  owner = await server.addUser(seeded.workspaceId, 'owner', { name: 'Olga' })
})

afterAll(() => server?.stop())

const reason = 'They cannot find an application'

/** Starts impersonating `user` and returns them with the new session's token. */
async function impersonateUser(user: TestUser): Promise<TestUser> {
  const { status, body } = await server.call(contract, {
    as: superadmin,
    body: { userId: user.id, reason },
  })
  expect(status).toBe(201)
  return { ...user, accessToken: body.access_token, refreshToken: 'none' }
}

function auditOf(user: TestUser) {
  return server.db
    .selectFrom('audit_logs')
    .where('workspace_id', '=', user.workspaceId)
    .where('action', 'like', 'impersonation.%')
    .where('subject_id', '=', user.id)
    .orderBy('id')
    .select(['action', 'user_id', 'details'])
    .execute()
}

describe('impersonate', () => {
  it('shows the app as the user sees it, notifies them, and is logged at start and end', async () => {
    const person = await server.addUser(seeded.workspaceId, 'recruiter')
    const eyes = await impersonateUser(person)
    const { body: me } = await server.call(getCurrentUser, { as: eyes })
    expect(me).toMatchObject({ id: person.id, impersonation: { by: { name: 'Ines' }, reason } })
    expect((await server.call(getCurrentUser, { as: person })).body.impersonation).toBeNull()
    const { body: told } = await server.call(listNotifications, { as: person })
    expect(told.items).toMatchObject([{ kind: 'impersonated' }])
    expect(told.items[0]!.text).toContain('Ines')
    expect(told.items[0]!.text).toContain(reason)

    expect((await server.call(logout, { as: eyes })).status).toBe(204)
    expect((await server.call(getCurrentUser, { as: eyes })).status).toBe(401)
    expect((await server.call(getCurrentUser, { as: person })).status).toBe(200)
    const by = { user_id: superadmin.id, details: { by: 'Ines', reason } }
    expect(await auditOf(person)).toMatchObject([
      { action: 'impersonation.started', ...by },
      { action: 'impersonation.ended', ...by },
    ])
  })

  it('allows every read, including the event stream, and refuses every write with a message', async () => {
    const eyes = await impersonateUser(owner)
    const before = await server.db.selectFrom('activity_logs').select('id').execute()
    const refused: string[] = []
    const passed: string[] = []
    for (const endpoint of endpoints) {
      if (endpoint.permission === 'public' || endpoint.permission === 'platform:manage') continue
      if (endpoint.name === 'logout') continue
      const { status, text } = await sendCall(
        server,
        endpoint,
        validCalls[endpoint.name]!(seeded, eyes),
        eyes,
      )
      const isRefusal = status === 403 && text.includes('cannot change or export anything')
      ;(isRefusal ? refused : passed).push(endpoint.name)
    }
    const changing = endpoints.filter(
      ({ method, permission, name, streams }) =>
        permission !== 'public' &&
        permission !== 'platform:manage' &&
        name !== 'logout' &&
        (method !== 'GET' || streams === 'text/csv' || streams === 'application/zip'),
    )
    expect(refused).toEqual(changing.map(({ name }) => name))
    expect(passed).toContain('streamEvents')
    expect(await server.db.selectFrom('activity_logs').select('id').execute()).toEqual(before)
    expect((await server.call(listAllUsers, { as: eyes })).status).toBe(403)
  })

  it('is refused for the requester, a superadmin and a suspended user', async () => {
    const other = await server.addUser(seeded.workspaceId, 'superadmin')
    for (const userId of [superadmin.id, other.id, seeded.ids.suspendedUser!])
      expect((await server.call(contract, { as: superadmin, body: { userId, reason } })).status).toBe(409)
    expect((await server.call(contract, { as: owner, body: { userId: other.id, reason } })).status).toBe(403)
    expect(
      (await server.call(contract, { as: superadmin, body: { userId: owner.id, reason: ' ' } })).status,
    ).toBe(422)
  })

  const sessionOf = ({ accessToken }: TestUser): string =>
    JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()).sid

  it('cannot be renewed, not even with the refresh token of its session', async () => {
    const person = await server.addUser(seeded.workspaceId, 'recruiter')
    const eyes = await impersonateUser(person)
    const token = newSecretToken(person.workspaceId, sessionOf(eyes))
    // The real refresh token is discarded, so the test plants a known one.
    const setSession = (set: { current_hash?: string; impersonator_id?: null }) =>
      server.db.updateTable('sessions').set(set).where('id', '=', token.id).execute()
    await setSession({ current_hash: hashSecret(token.secret) })
    const renew = () => server.call(refresh, { body: { refresh_token: formatSecretToken(token) } })
    expect((await renew()).status).toBe(401)
    expect((await server.call(getCurrentUser, { as: eyes })).status).toBe(200)
    // The same token renews an ordinary session.
    await setSession({ impersonator_id: null })
    expect((await renew()).status).toBe(200)
  })

  it("ends after 30 minutes by the database's clock, which is logged", async () => {
    const person = await server.addUser(seeded.workspaceId, 'recruiter')
    const eyes = await impersonateUser(person)
    const sid = sessionOf(eyes)
    const session = server.db.selectFrom('sessions').where('id', '=', sid)
    const { seconds } = await session
      .select(sql<number>`extract(epoch from expires_at - created_at)::int`.as('seconds'))
      .executeTakeFirstOrThrow()
    expect(seconds).toBe(1800)
    await server.db
      .updateTable('sessions')
      .set({ expires_at: sql<string>`now() - interval '1 second'` })
      .where('id', '=', sid)
      .execute()
    evictSessions(server.db)
    expect((await server.call(getCurrentUser, { as: eyes })).status).toBe(401)
    await endImpersonations(server.services)
    await endImpersonations(server.services)
    expect((await auditOf(person)).map(({ action }) => action)).toEqual([
      'impersonation.started',
      'impersonation.ended',
    ])
  })

  it('ends when the impersonator is suspended', async () => {
    const other = await server.addUser(superadmin.workspaceId, 'superadmin')
    const { body } = await server.call(contract, { as: other, body: { userId: owner.id, reason } })
    const eyes = { ...owner, accessToken: body.access_token }
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', other.id).execute()
    evictSessions(server.db)
    expect((await server.call(getCurrentUser, { as: eyes })).status).toBe(401)
  })

  it('ends when the user becomes a superadmin', async () => {
    const person = await server.addUser(seeded.workspaceId, 'recruiter')
    const eyes = await impersonateUser(person)
    await server.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', person.id).execute()
    evictSessions(server.db)
    expect((await server.call(getCurrentUser, { as: eyes })).status).toBe(401)
  })

  it('does not count as activity of the user', async () => {
    const person = await server.addUser(seeded.workspaceId, 'recruiter')
    const eyes = await impersonateUser(person)
    await server.db
      .updateTable('sessions')
      .set({ used_at: sql`now() - interval '2 minutes'` })
      .where('user_id', '=', person.id)
      .execute()
    const lastSeen = () =>
      server.db
        .selectFrom('users')
        .where('id', '=', person.id)
        .select('last_seen_at')
        .executeTakeFirstOrThrow()
        .then((row) => row.last_seen_at)
    expect((await server.call(getCurrentUser, { as: eyes })).status).toBe(200)
    expect(await lastSeen()).toBeNull()
    expect((await server.call(getCurrentUser, { as: person })).status).toBe(200)
    expect(await lastSeen()).not.toBeNull()
  })

  it('shows the app of a user who must first replace a given password or set up 2FA', async () => {
    const { workspaceId } = await server.addWorkspace()
    const person = await server.addUser(workspaceId, 'recruiter')
    await server.db
      .updateTable('logins')
      .set({ given_at: sql`now()` })
      .where('email', '=', person.email)
      .execute()
    const list = (as: TestUser) => server.call(listCompanies, { as }).then(({ status }) => status)
    expect([await list(await impersonateUser(person)), await list(person)]).toEqual([200, 403])
    await server.db.updateTable('logins').set({ given_at: null }).where('email', '=', person.email).execute()
    await server.db
      .updateTable('workspaces')
      .set({ require_second_factor: true })
      .where('id', '=', workspaceId)
      .execute()
    evictSessions(server.db)
    expect([await list(await impersonateUser(person)), await list(person)]).toEqual([200, 403])
  })

  it("uses up the superadmin's own requests, not those of the user", async () => {
    const person = await server.addUser(seeded.workspaceId, 'recruiter')
    const eyes = await impersonateUser(person)
    const left = async (as: TestUser) =>
      Number(/r=(\d+)/.exec((await server.call(getCurrentUser, { as })).headers.get('ratelimit')!)![1])
    const before = await left(person)
    for (let index = 0; index < 3; index += 1) await left(eyes)
    expect(await left(person)).toBe(before - 1)
  })

  it('is not listed among the sessions of the user once its time is over', async () => {
    const person = await server.addUser(seeded.workspaceId, 'recruiter')
    await impersonateUser(person)
    const count = async () =>
      (await server.call(listUserSessions, { as: owner, params: { id: person.id } })).body.items.length
    const before = await count()
    await server.db
      .updateTable('sessions')
      .set({ expires_at: sql<string>`now() - interval '1 second'` })
      .where('user_id', '=', person.id)
      .where('impersonator_id', 'is not', null)
      .execute()
    expect(await count()).toBe(before - 1)
  })

  it('ends when the impersonator is no longer a superadmin', async () => {
    const admin = superadmin
    superadmin = await server.addUser(admin.workspaceId, 'superadmin')
    const eyes = await impersonateUser(owner)
    const stream = await followEvents(server, eyes)
    expect(stream.status).toBe(200)
    stream.leave()
    await server.db.updateTable('users').set({ role: 'owner' }).where('id', '=', superadmin.id).execute()
    superadmin = admin
    evictSessions(server.db)
    expect((await server.call(getCurrentUser, { as: eyes })).status).toBe(401)
    expect((await server.call(updateCurrentUser, { as: owner, body: { name: 'Olga' } })).status).toBe(200)
  })
})
