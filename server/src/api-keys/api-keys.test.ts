import * as contract from '@muster/contract/api-keys.ts'
import { listApplications } from '@muster/contract/applications.ts'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { listUsers, updateCurrentUser } from '@muster/contract/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evictSessions } from '../session/authenticate.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer({ config: { keyCallsPerMinute: 40 } })
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

type Body = NonNullable<Parameters<typeof server.call<typeof contract.createApiKey>>[1]>['body']

async function makeKey(more: Partial<NonNullable<Body>> = {}, as = admin) {
  const { body, status } = await server.call(contract.createApiKey, {
    as,
    body: { name: 'Warehouse', permissions: ['companies:read', 'companies:write'], expiresAt: null, ...more },
  })
  expect(status).toBe(201)
  return body
}

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

async function statusOf(key: string) {
  return (await server.call(listCompanies, withKey(key))).status
}

describe('an API key', () => {
  it('is shown once, stored only as a hash, and has the permissions it was given', async () => {
    const { key, ...made } = await makeKey()
    expect(key).toMatch(/^mk_[\w-]{86}$/)
    expect(made).toMatchObject({ hint: key.slice(-4), state: 'active', owner: { id: admin.id } })
    expect((await server.call(createCompany, { ...withKey(key), body: { name: 'By key' } })).status).toBe(201)
    const rows = await server.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key.slice(5, 80))
    const { body } = await server.call(contract.getApiKey, { as: admin, params: { id: made.id } })
    expect(body).not.toHaveProperty('key')
    await expect
      .poll(async () => (await server.call(contract.getApiKey, { as: admin, params: { id: made.id } })).body)
      .toMatchObject({ lastUsedIp: '127.0.0.1', lastUsedAt: expect.any(String) })
    const repeated = { 'idempotency-key': 'one-key' }
    const again = {
      as: admin,
      headers: repeated,
      body: { name: 'K', permissions: made.permissions, expiresAt: null },
    }
    expect((await server.call(contract.createApiKey, again)).status).toBe(201)
    expect((await server.call(contract.createApiKey, again)).status).toBe(409)
    const stored = await server.db.selectFrom('idempotency_keys').select('response').execute()
    expect(JSON.stringify(stored)).not.toContain('mk_')
  })

  it('never has more permissions than its creator, when created and when used', async () => {
    const user = await server.addUser(workspaceId, 'recruiter')
    const grant = (granted: string[], revoked: string[] = []) =>
      server.db
        .updateTable('users')
        .set({ granted_permissions: granted, revoked_permissions: revoked })
        .where('id', '=', user.id)
        .execute()
        .then(() => evictSessions(server.db))
    await grant(['integrations:manage'])
    const asked = { name: 'Too much', permissions: ['companies:write' as const], expiresAt: null }
    const refused = await server.call(contract.createApiKey, { as: user, body: asked })
    expect([refused.status, refused.body.details]).toEqual([
      422,
      { permissions: [expect.stringContaining('You do not have this permission yourself')] },
    ])
    const { key, id } = await makeKey({ permissions: ['companies:read', 'users:read'] }, user)
    expect(await statusOf(key)).toBe(200)
    await grant(['integrations:manage'], ['companies:read'])
    expect(await statusOf(key)).toBe(403)
    const { body } = await server.call(contract.getApiKey, { as: admin, params: { id } })
    expect([body.permissions, body.effectivePermissions]).toEqual([
      ['companies:read', 'users:read'],
      ['users:read'],
    ])
  })

  it('sees the rows of its creator', async () => {
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['integrations:manage'] })
      .where('id', '=', coordinator.id)
      .execute()
    evictSessions(server.db)
    const { key } = await makeKey({ permissions: ['applications:read'] }, coordinator)
    expect((await server.call(listApplications, withKey(key))).body.items).toEqual([])
  })

  it('cannot do what only a user may, whatever permissions its creator has', async () => {
    const { key } = await makeKey()
    for (const endpoint of [contract.listApiKeys, contract.createApiKey, updateCurrentUser, listUsers]) {
      const sent = endpoint.method === 'GET' ? {} : { body: {} as never }
      const { status, body } = await server.call(endpoint, { ...withKey(key), ...sent })
      expect([endpoint.name, status, body.code]).toEqual([endpoint.name, 403, 'FORBIDDEN'])
    }
    const asked = { name: 'K', permissions: ['users:manage' as never], expiresAt: null }
    expect((await server.call(contract.createApiKey, { as: admin, body: asked })).status).toBe(422)
  })

  it('stops working at once, on every node, when it is revoked, expires, or its creator is suspended', async () => {
    const other = await startTestServer({ connectionString: server.connectionString })
    const { key, id } = await makeKey()
    const elsewhere = async () => (await other.call(listCompanies, withKey(key))).status
    expect([await statusOf(key), await elsewhere()]).toEqual([200, 200])
    expect((await server.call(contract.revokeApiKey, { as: admin, params: { id } })).status).toBe(204)
    expect(await statusOf(key)).toBe(401)
    await expect.poll(elsewhere, { timeout: 8000 }).toBe(401)
    await other.stop()
    const changed = await server.call(contract.updateApiKey, {
      as: admin,
      params: { id },
      body: { name: 'X' },
    })
    expect(changed.status).toBe(409)

    const passing = await makeKey({ expiresAt: new Date(Date.now() + 60_000).toISOString() })
    expect(await statusOf(passing.key)).toBe(200)
    await server.db
      .updateTable('api_keys')
      .set({ expires_at: '2020-01-01' })
      .where('id', '=', passing.id)
      .execute()
    evictSessions(server.db)
    expect(await statusOf(passing.key)).toBe(401)

    const colleague = await server.addUser(workspaceId, 'admin')
    const theirs = await makeKey({}, colleague)
    const foreign = { params: { id: theirs.id }, body: { name: 'Mine now' } }
    expect((await server.call(contract.updateApiKey, { as: admin, ...foreign })).status).toBe(403)
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', colleague.id).execute()
    evictSessions(server.db)
    expect(await statusOf(theirs.key)).toBe(401)
    for (const wrong of [`${key.slice(0, -3)}abc`, 'mk_', 'mk_nonsense'])
      expect(await statusOf(wrong)).toBe(401)
  })

  it('of a suspended workspace is refused', async () => {
    const elsewhere = (await server.addWorkspace()).workspaceId
    const { key } = await makeKey({}, await server.addUser(elsewhere, 'admin'))
    expect(await statusOf(key)).toBe(200)
    await server.db
      .updateTable('workspaces')
      .set({ suspended_at: '2020-01-01' })
      .where('id', '=', elsewhere)
      .execute()
    evictSessions(server.db)
    expect(await statusOf(key)).toBe(401)
  })

  it('is rate limited', async () => {
    const { key } = await makeKey()
    const statuses = await Promise.all(Array.from({ length: 42 }, () => statusOf(key)))
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })

  it('is in the audit log when created, changed and revoked, and as the author of its calls', async () => {
    const { key, id } = await makeKey()
    await server.call(contract.updateApiKey, { as: admin, params: { id }, body: { name: 'Renamed' } })
    await server.call(contract.createApiKey, { ...withKey(key), body: {} as never })
    await server.call(contract.revokeApiKey, { as: admin, params: { id } })
    const rows = await server.db
      .selectFrom('audit_logs')
      .where((where) => where.or([where('subject_id', '=', id), where('api_key_id', '=', id)]))
      .select(['action', 'user_id', 'api_key_id'])
      .orderBy('at')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'api-key.created',
      'api-key.changed',
      'access.denied',
      'api-key.revoked',
    ])
    expect(rows[2]).toMatchObject({ user_id: admin.id, api_key_id: id })
  })
})
