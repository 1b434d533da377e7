import * as contract from '@muster/contract/saved-views.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../jobs/clean-up.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let owner: TestUser
let colleague: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  owner = await server.addUser(workspaceId, 'recruiter', { name: 'Olga Owner' })
  colleague = await server.addUser(workspaceId, 'coordinator')
})

afterAll(() => server?.stop())

async function save(name: string, more: object = {}) {
  const { status, body } = await server.call(contract.createSavedView, { as: owner, body: { name, ...more } })
  expect(status).toBe(201)
  return body
}

async function defaults() {
  const { body } = await server.call(contract.listSavedViews, { as: owner })
  return body.items.filter((item) => item.isDefault).map((item) => `${item.screen}: ${item.name}`)
}

describe('createSavedView', () => {
  it('keeps filters, sort and columns as in the address', async () => {
    const view = await save('Late ones', {
      query: { late: 'true', sort: 'dueAt' },
      columns: ['owner', 'dueAt'],
    })
    expect(view).toMatchObject({
      screen: 'applications',
      query: { late: 'true', sort: 'dueAt' },
      columns: ['owner', 'dueAt'],
      shared: false,
      owner: { id: owner.id, name: 'Olga Owner' },
      can: { edit: true },
    })
  })

  it('refuses a second view of the name on the same screen', async () => {
    await save('Mine')
    const again = { as: owner, body: { name: 'MINE' } }
    expect((await server.call(contract.createSavedView, again)).status).toBe(409)
    await save('Mine', { screen: 'candidates' })
  })

  it('leaves one default for each screen', async () => {
    await save('First default', { isDefault: true })
    await save('Other screen', { isDefault: true, screen: 'positions' })
    await save('Second default', { isDefault: true })
    expect((await defaults()).sort()).toEqual(['applications: Second default', 'positions: Other screen'])
  })
})

describe('a view of somebody else', () => {
  it('does not exist unless it is shared, and then can only be read', async () => {
    const mine = await save('Private')
    const shared = await save('For all', { shared: true })
    const { body } = await server.call(contract.listSavedViews, { as: colleague })
    expect(body.items).toMatchObject([{ id: shared.id, can: { edit: false } }])
    for (const [id, expected] of [
      [mine.id, 404],
      [shared.id, 403],
    ] as const) {
      const params = { id }
      const change = { as: colleague, params, body: { name: 'Taken over' } }
      expect((await server.call(contract.updateSavedView, change)).status).toBe(expected)
      expect((await server.call(contract.deleteSavedView, { as: colleague, params })).status).toBe(expected)
    }
    expect(
      (await server.call(contract.getSavedView, { as: colleague, params: { id: shared.id } })).status,
    ).toBe(200)
  })
})

describe('updateSavedView', () => {
  it('changes what is sent and refuses a stale version', async () => {
    const { id } = await save('Changing', { query: { q: 'a' } })
    const change = (body: object) =>
      server.call(contract.updateSavedView, { as: owner, params: { id }, body })
    const { body } = await change({ query: { q: 'b' }, isDefault: true, version: 1 })
    expect(body).toMatchObject({ name: 'Changing', query: { q: 'b' }, isDefault: true, version: 2 })
    expect(await defaults()).toContain('applications: Changing')
    expect((await change({ name: 'Stale', version: 1 })).status).toBe(409)
  })
})

describe('deleteSavedView', () => {
  it('deletes it, so that its name is free', async () => {
    const params = { id: (await save('Short-lived')).id }
    expect((await server.call(contract.deleteSavedView, { as: owner, params })).status).toBe(204)
    expect((await server.call(contract.getSavedView, { as: owner, params })).status).toBe(404)
    await save('Short-lived')
  })
})

describe('restoreSavedView', () => {
  it('brings it back to its owner, unless its name is taken', async () => {
    const params = { id: (await save('Missed', { shared: true })).id }
    const restore = (as: TestUser) => server.call(contract.restoreSavedView, { as, params })
    expect((await restore(owner)).status).toBe(404)
    await server.call(contract.deleteSavedView, { as: owner, params })
    expect((await restore(colleague)).status).toBe(404)
    expect((await restore(owner)).body).toMatchObject({ id: params.id, name: 'Missed' })
    await server.call(contract.deleteSavedView, { as: owner, params })
    await save('Missed')
    expect((await restore(owner)).status).toBe(409)
  })

  it('finds nothing to bring back after 30 days', async () => {
    const { id } = await save('Long gone')
    const params = { id }
    await server.call(contract.deleteSavedView, { as: owner, params })
    await server.db
      .updateTable('saved_views')
      .set({ deleted_at: sql`now() - interval '31 days'` })
      .where('id', '=', id)
      .execute()
    await cleanUp(server.db)
    expect((await server.call(contract.restoreSavedView, { as: owner, params })).status).toBe(404)
  })
})

describe('personaliseSavedView', () => {
  it("makes somebody else's view one's own default, and no one else's", async () => {
    const { id } = await save('Everybody', { shared: true })
    const mine = await server.call(contract.personaliseSavedView, {
      as: colleague,
      params: { id },
      body: { isDefault: true },
    })
    expect(mine.body).toMatchObject({ isDefault: true, seenAt: null })
    const theirs = await server.call(contract.getSavedView, { as: owner, params: { id } })
    expect(theirs.body.isDefault).toBe(false)
  })

  it('keeps when it was looked at', async () => {
    const { id, seenAt } = await save('Looked at')
    expect(seenAt).toBeNull()
    const body = { seen: true as const }
    const seen = await server.call(contract.personaliseSavedView, { as: owner, params: { id }, body })
    expect(Date.parse(seen.body.seenAt!)).toBeGreaterThan(0)
  })

  it('does not find a view that is not shared', async () => {
    const { id } = await save('Not shared')
    const body = { isDefault: true }
    const answer = await server.call(contract.personaliseSavedView, { as: colleague, params: { id }, body })
    expect(answer.status).toBe(404)
  })
})

describe('orderSavedViews', () => {
  it("puts views in an order that is the person's own; others follow by name", async () => {
    const { workspaceId } = await server.addWorkspace()
    const [one, other] = [
      await server.addUser(workspaceId, 'recruiter'),
      await server.addUser(workspaceId, 'recruiter'),
    ]
    const ids: Record<string, string> = {}
    for (const name of ['A', 'B', 'C']) {
      const { body } = await server.call(contract.createSavedView, { as: one, body: { name, shared: true } })
      ids[name] = body.id
    }
    const body = { viewIds: [ids.C!, ids.B!, '019a0a80-bb00-7000-8000-7f166221f9b0'] }
    expect((await server.call(contract.orderSavedViews, { as: one, body })).status).toBe(204)
    const order = async (as: TestUser) =>
      (await server.call(contract.listSavedViews, { as })).body.items.map(({ name }) => name).join('')
    expect(await order(one)).toBe('CBA')
    expect(await order(other)).toBe('ABC')
  })
})
