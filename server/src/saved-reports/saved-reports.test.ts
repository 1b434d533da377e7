import * as contract from '@muster/contract/saved-reports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../jobs/clean-up.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let owner: TestUser
let viewer: TestUser
let manager: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  owner = await server.addUser(workspaceId, 'recruiter', { name: 'Olga Owner' })
  viewer = await server.addUser(workspaceId, 'viewer')
  manager = await server.addUser(workspaceId, 'hiring_manager')
})

afterAll(() => server?.stop())

const query = { measure: 'contactRate', by: ['source', 'company'], days: '90' }

async function save(name: string, more: object = {}) {
  const { status, body } = await server.call(contract.createSavedReport, {
    as: owner,
    body: { name, query, ...more },
  })
  expect(status).toBe(201)
  return body
}

async function names(as: TestUser) {
  const { body } = await server.call(contract.listSavedReports, { as })
  return body.items.map(({ name }) => name)
}

describe('createSavedReport', () => {
  it('stores a query as in the URL, private at first', async () => {
    expect(await save('Contact rate', { folder: 'Weekly' })).toMatchObject({
      name: 'Contact rate',
      folder: 'Weekly',
      query,
      roles: [],
      owner: { name: 'Olga Owner' },
      version: 1,
      can: { edit: true },
    })
    expect(await names(viewer)).not.toContain('Contact rate')
  })

  it('refuses a second report with the name in the folder, and allows it in another', async () => {
    await save('Twice')
    const again = (folder: string) =>
      server.call(contract.createSavedReport, { as: owner, body: { name: 'TWICE', folder, query } })
    expect((await again('')).status).toBe(409)
    expect((await again('Other')).status).toBe(201)
  })

  it('requires the permission to share', async () => {
    const share = { as: manager, body: { name: 'Mine', query, roles: ['viewer' as const] } }
    expect((await server.call(contract.createSavedReport, share)).status).toBe(403)
    const keep = { as: manager, body: { name: 'Mine', query } }
    const kept = await server.call(contract.createSavedReport, keep)
    expect(kept.status).toBe(201)
    const later = { as: manager, params: { id: kept.body.id }, body: { roles: ['viewer' as const] } }
    expect((await server.call(contract.updateSavedReport, later)).status).toBe(403)
  })
})

describe('a shared report', () => {
  it('exists for the roles it is shared with alone, and is read-only', async () => {
    const { id } = await save('For viewers', { roles: ['viewer'] })
    const params = { id }
    expect(await names(viewer)).toContain('For viewers')
    expect(await names(manager)).not.toContain('For viewers')
    const rename = (as: TestUser) =>
      server.call(contract.updateSavedReport, { as, params, body: { name: 'Taken over' } })
    expect((await rename(viewer)).status).toBe(403)
    expect((await rename(manager)).status).toBe(404)
    expect((await server.call(contract.deleteSavedReport, { as: viewer, params })).status).toBe(403)
  })

  it('is hidden as soon as its owner may not share', async () => {
    await save('Until then', { roles: ['viewer'] })
    const revoke = (permissions: string[]) =>
      server.db
        .updateTable('users')
        .set({ revoked_permissions: permissions })
        .where('id', '=', owner.id)
        .execute()
    await revoke(['views:share'])
    expect(await names(viewer)).not.toContain('Until then')
    await revoke([])
    expect(await names(viewer)).toContain('Until then')
  })
})

describe('sharing a report', () => {
  it('is in the audit log when it starts and ends, with the roles', async () => {
    const { id } = await save('Logged')
    const params = { id }
    const share = (roles: ('viewer' | 'admin')[]) =>
      server.call(contract.updateSavedReport, { as: owner, params, body: { roles } })
    await share(['viewer'])
    await share(['viewer'])
    await share([])
    await share(['admin'])
    await server.call(contract.deleteSavedReport, { as: owner, params })
    const entries = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', id)
      .orderBy('id')
      .select(['action', 'details'])
      .execute()
    expect(entries.map(({ action, details }) => [action, (details as { roles: string[] }).roles])).toEqual([
      ['report.shared', ['viewer']],
      ['report.unshared', []],
      ['report.shared', ['admin']],
      ['report.unshared', []],
    ])
  })
})

describe('updateSavedReport', () => {
  it('changes the sent fields and refuses a stale version', async () => {
    const { id } = await save('Changing', { folder: 'A' })
    const change = (body: object) =>
      server.call(contract.updateSavedReport, { as: owner, params: { id }, body })
    const { body } = await change({ folder: 'B', version: 1 })
    expect(body).toMatchObject({ name: 'Changing', folder: 'B', query, version: 2 })
    expect((await change({ name: 'Stale', version: 1 })).status).toBe(409)
  })
})

describe('deleteSavedReport', () => {
  it('deletes the report, which restoreSavedReport brings back to its owner unless the name is in use', async () => {
    const params = { id: (await save('Missed', { roles: ['viewer'] })).id }
    const restore = (as: TestUser) => server.call(contract.restoreSavedReport, { as, params })
    expect((await restore(owner)).status).toBe(404)
    expect((await server.call(contract.deleteSavedReport, { as: owner, params })).status).toBe(204)
    expect((await server.call(contract.getSavedReport, { as: owner, params })).status).toBe(404)
    expect((await restore(viewer)).status).toBe(404)
    expect((await restore(owner)).body).toMatchObject({ name: 'Missed', roles: ['viewer'] })
    await server.call(contract.deleteSavedReport, { as: owner, params })
    await save('Missed')
    expect((await restore(owner)).status).toBe(409)
  })

  it('is for good after 30 days', async () => {
    const { id } = await save('Long gone')
    await server.db
      .updateTable('saved_reports')
      .set({ deleted_at: sql`now() - interval '31 days'` })
      .where('id', '=', id)
      .execute()
    const restore = server.call(contract.restoreSavedReport, { as: owner, params: { id } })
    expect((await restore).status).toBe(404)
    await cleanUp(server.db)
    const left = await server.db.selectFrom('saved_reports').select('id').where('id', '=', id).execute()
    expect(left).toEqual([])
  })
})
