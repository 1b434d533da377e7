import * as contract from '@muster/contract/api-keys.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let colleague: TestUser

beforeAll(async () => {
  server = await startTestServer()
  return () => server.stop()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  colleague = await server.addUser(workspaceId, 'admin', { name: 'Cleo' })
})

type Body = NonNullable<Parameters<typeof server.call<typeof contract.createApiKey>>[1]>['body']

const create = (more: Partial<NonNullable<Body>> = {}, as = admin) =>
  server.call(contract.createApiKey, {
    as,
    body: { name: 'Warehouse', permissions: ['companies:read'], expiresAt: null, ...more },
  })

async function makeKey(more: Partial<NonNullable<Body>> = {}, as = admin) {
  const { status, body } = await create(more, as)
  expect(status).toBe(201)
  return body
}

const change = (id: string, body: object) =>
  server.call(contract.updateApiKey, { as: admin, params: { id }, body })

const revoke = (id: string, as = admin) => server.call(contract.revokeApiKey, { as, params: { id } })

async function list(query: object = {}) {
  const { body } = await server.call(contract.listApiKeys, { as: admin, query })
  return body.items.map(({ id }) => id)
}

const expire = (id: string) =>
  server.db.updateTable('api_keys').set({ expires_at: '2020-01-01' }).where('id', '=', id).execute()

describe('the list of API keys', () => {
  it('is in either order, of one state, and of the own workspace', async () => {
    const ids = [await makeKey(), await makeKey(), await makeKey()].map(({ id }) => id)
    await revoke(ids[1]!)
    await expire(ids[2]!)
    await makeKey({}, await server.addUser((await server.addWorkspace()).workspaceId, 'admin'))
    expect(await list({ sort: 'createdAt' })).toEqual(ids)
    expect(await list({ sort: '-createdAt' })).toEqual(ids.toReversed())
    expect(await list({ state: 'active' })).toEqual([ids[0]])
    expect(await list({ state: 'revoked' })).toEqual([ids[1]])
    expect(await list({ state: 'expired' })).toEqual([ids[2]])
  })

  it('says of the key of a suspended user that it may do nothing, and of a foreign one that it is not edited', async () => {
    const { id } = await makeKey({}, colleague)
    const read = async () => (await server.call(contract.getApiKey, { as: admin, params: { id } })).body
    expect(await read()).toMatchObject({
      effectivePermissions: ['companies:read'],
      can: { edit: false, revoke: true },
    })
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', colleague.id).execute()
    expect(await read()).toMatchObject({ permissions: ['companies:read'], effectivePermissions: [] })
    await revoke(id)
    expect(await read()).toMatchObject({ state: 'revoked', can: { edit: false, revoke: false } })
  })
})

describe('an API key', () => {
  it('has each permission once, and the expiry it was given', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const { permissions, expiresAt: stored } = await makeKey({
      permissions: ['companies:read', 'companies:read'],
      expiresAt,
    })
    expect([permissions, stored]).toEqual([['companies:read'], expiresAt])
  })

  it('does not expire in the past, when created and when changed', async () => {
    const past = { expiresAt: '2020-01-01T00:00:00.000Z' }
    const { id } = await makeKey()
    for (const { status, body } of [await create(past), await change(id, past)])
      expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['expiresAt']])
  })

  it('gets no permission that its creator has lost', async () => {
    const { id } = await makeKey()
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['users:read'] })
      .where('id', '=', admin.id)
      .execute()
    admin = await server.signIn(admin)
    const { status, body } = await change(id, { permissions: ['companies:read', 'users:read'] })
    expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['permissions']])
  })

  it('loses a permission at once when it is changed', async () => {
    const { id, key } = await makeKey({ permissions: ['companies:read', 'users:read'] })
    const status = async () =>
      (await server.call(listCompanies, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await status()).toBe(200)
    await change(id, { permissions: ['users:read'] })
    expect(await status()).toBe(403)
  })

  it('is not changed by who has read an older version of it', async () => {
    const { id, version } = await makeKey()
    expect((await change(id, { name: 'First', version })).status).toBe(200)
    expect((await change(id, { name: 'Second', version })).status).toBe(409)
    const { body } = await server.call(contract.getApiKey, { as: admin, params: { id } })
    expect(body.name).toBe('First')
  })

  it('is in the audit log with what it was, whose it was, and once when revoked twice', async () => {
    const { id } = await makeKey()
    await change(id, { name: 'Renamed', permissions: ['users:read'] })
    await revoke(id, colleague)
    const { revokedAt } = (await server.call(contract.getApiKey, { as: admin, params: { id } })).body
    expect((await revoke(id)).status).toBe(204)
    const again = (await server.call(contract.getApiKey, { as: admin, params: { id } })).body
    expect(again.revokedAt).toBe(revokedAt)
    const rows = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .select(['action', 'user_id', 'details'])
      .execute()
    expect(rows).toMatchObject([
      { action: 'api-key.created', details: { name: 'Warehouse', permissions: ['companies:read'] } },
      {
        action: 'api-key.changed',
        details: {
          from: { name: 'Warehouse', permissions: ['companies:read'] },
          to: { name: 'Renamed', permissions: ['users:read'] },
        },
      },
      {
        action: 'api-key.revoked',
        user_id: colleague.id,
        details: { name: 'Renamed', owner: 'A admin' },
      },
    ])
    expect(rows).toHaveLength(3)
  })
})
