import { createApplication } from '@muster/contract/applications.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { createCompany } from '@muster/contract/companies.ts'
import { exploreReport } from '@muster/contract/explore.ts'
import { createPosition } from '@muster/contract/positions.ts'
import * as contract from '@muster/contract/report-dashboards.ts'
import {
  createSavedReport,
  deleteSavedReport,
  restoreSavedReport,
  updateSavedReport,
} from '@muster/contract/saved-reports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../jobs/clean-up.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let owner: TestUser
let viewer: TestUser
let manager: TestUser
let stranger: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  owner = await server.addUser(workspaceId, 'recruiter', { name: 'Olga Owner' })
  viewer = await server.addUser(workspaceId, 'viewer')
  manager = await server.addUser(workspaceId, 'hiring_manager')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
})

afterAll(() => server?.stop())

type Tiles = { reportId: string; width: number; height: 'small' | 'medium' | 'large' }[]

async function addReport(name: string, roles: 'viewer'[] = ['viewer'], as = owner) {
  const { status, body } = await server.call(createSavedReport, {
    as,
    body: { name, query: { measure: 'hired', by: ['source'] }, roles },
  })
  expect(status).toBe(201)
  return body.id
}

const tileOf = (reportId: string, width = 1) => ({ reportId, width, height: 'medium' as const })

async function add(
  name: string,
  more: {
    folder?: string
    roles?: 'viewer'[]
    tiles?: Tiles
  } = {},
) {
  const { status, body } = await server.call(contract.createReportDashboard, {
    as: owner,
    body: { name, ...more },
  })
  expect(status).toBe(201)
  return body
}

async function get(id: string, as = owner) {
  const { status, body } = await server.call(contract.getReportDashboard, { as, params: { id } })
  expect(status).toBe(200)
  return body
}

const change = (id: string, body: object, as = owner) =>
  server.call(contract.updateReportDashboard, { as, params: { id }, body })

async function names(as: TestUser, query: object = {}) {
  const { body } = await server.call(contract.listReportDashboards, { as, query })
  return body.items.map(({ name }) => name)
}

describe('createReportDashboard', () => {
  it('stores tiles in their order, private at first', async () => {
    const [first, second] = [await addReport('Tile one'), await addReport('Tile two')]
    const tiles: Tiles = [
      { reportId: second, width: 3, height: 'large' },
      { reportId: first, width: 1, height: 'small' },
    ]
    const made = await add('Monday', { folder: 'Weekly', tiles })
    expect(made).toMatchObject({
      name: 'Monday',
      folder: 'Weekly',
      roles: [],
      owner: { name: 'Olga Owner' },
      version: 1,
      can: { edit: true },
      tiles: [
        { ...tiles[0], report: { name: 'Tile two', query: { measure: 'hired', by: ['source'] } } },
        { ...tiles[1], report: { name: 'Tile one' } },
      ],
    })
    expect(await names(viewer)).not.toContain('Monday')
  })

  it('refuses a second one with the name in the folder, and allows it in another', async () => {
    await add('Twice')
    const again = (folder: string) =>
      server.call(contract.createReportDashboard, { as: owner, body: { name: 'TWICE', folder } })
    expect((await again('')).status).toBe(409)
    expect((await again('Other')).status).toBe(201)
  })

  it('requires the permission to share', async () => {
    const create = (roles: 'viewer'[]) =>
      server.call(contract.createReportDashboard, { as: manager, body: { name: 'Mine', roles } })
    expect((await create(['viewer'])).status).toBe(403)
    const kept = await create([])
    expect(kept.status).toBe(201)
    expect((await change(kept.body.id, { roles: ['viewer'] }, manager)).status).toBe(403)
  })

  it('refuses reports that the caller may not see, of this workspace and of another', async () => {
    const hidden = await addReport('Only mine', [])
    const theirs = await addReport('Elsewhere', [], stranger)
    for (const [as, reportId] of [
      [viewer, hidden],
      [owner, theirs],
    ] as const) {
      const { status, body } = await server.call(contract.createReportDashboard, {
        as,
        body: { name: 'With a hidden report', tiles: [tileOf(reportId)] },
      })
      expect(status).toBe(422)
      expect(body).toMatchObject({ details: { tiles: [expect.any(String)] } })
    }
  })

  it('refuses more than 24 tiles, a report twice, and a width beyond the grid', async () => {
    const report = await addReport('Once')
    const create = (tiles: Tiles) =>
      server.call(contract.createReportDashboard, { as: owner, body: { name: 'Refused', tiles } })
    const many = Array.from({ length: 25 }, (_, number) =>
      tileOf(`0199b2f0-5a10-7c3e-8f21-6d0c4b7e1${String(100 + number)}`),
    )
    expect((await create(many)).status).toBe(422)
    expect((await create([tileOf(report), tileOf(report, 2)])).status).toBe(422)
    expect((await create([tileOf(report, 4)])).status).toBe(422)
  })

  it('refuses the 101st of a user, made anew, as a copy or restored', async () => {
    const { body: deleted } = await server.call(contract.createReportDashboard, {
      as: manager,
      body: { name: 'Deleted' },
    })
    await server.call(contract.deleteReportDashboard, { as: manager, params: { id: deleted.id } })
    await server.db
      .insertInto('report_dashboards')
      .values(
        Array.from({ length: 100 }, (_, number) => ({
          workspace_id: manager.workspaceId,
          id: sql<string>`gen_random_uuid()`,
          user_id: manager.id,
          name: `Number ${number}`,
        })),
      )
      .execute()
    const { id } = await server.db
      .selectFrom('report_dashboards')
      .where('user_id', '=', manager.id)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirstOrThrow()
    const made = await server.call(contract.createReportDashboard, {
      as: manager,
      body: { name: 'One more' },
    })
    const copied = await server.call(contract.copyReportDashboard, { as: manager, params: { id } })
    const restored = await server.call(contract.restoreReportDashboard, {
      as: manager,
      params: { id: deleted.id },
    })
    expect([made.status, copied.status, restored.status]).toEqual([409, 409, 409])
    await sql`delete from report_dashboards where user_id = ${manager.id}`.execute(server.db)
  })
})

describe('listReportDashboards', () => {
  it('pages by folder and name, and finds by both', async () => {
    const lister = await server.addUser(owner.workspaceId, 'recruiter')
    for (const [folder, name] of [
      ['Clients', 'Beta'],
      ['', 'Zulu'],
      ['clients', 'Alpha'],
      ['Team', 'Gamma'],
    ] as const)
      await server.call(contract.createReportDashboard, { as: lister, body: { name, folder } })
    const found: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await server.call(contract.listReportDashboards, {
        as: lister,
        query: { limit: '1', ...(cursor && { cursor }) },
      })
      expect(body.total).toEqual({ value: 4, atLeast: false })
      found.push(...body.items.map(({ name }) => name))
      cursor = body.nextCursor ?? undefined
    } while (cursor)
    expect(found).toEqual(['Zulu', 'Alpha', 'Beta', 'Gamma'])
    expect(await names(lister, { q: 'client alp' })).toEqual(['Alpha'])
    expect(await names(lister, { sort: '-folder' })).toEqual(['Gamma', 'Beta', 'Alpha', 'Zulu'])
  })
})

describe('a shared report dashboard', () => {
  it('exists for the roles it is shared with alone, and is read-only', async () => {
    const { id } = await add('For viewers', { roles: ['viewer'] })
    expect(await names(viewer)).toContain('For viewers')
    expect(await names(manager)).not.toContain('For viewers')
    expect((await get(id, viewer)).can).toEqual({ edit: false })
    expect((await change(id, { name: 'Taken over' }, viewer)).status).toBe(403)
    expect((await change(id, { name: 'Taken over' }, manager)).status).toBe(404)
    const remove = (as: TestUser) => server.call(contract.deleteReportDashboard, { as, params: { id } })
    expect((await remove(viewer)).status).toBe(403)
    expect((await remove(manager)).status).toBe(404)
  })

  it('does not exist in another workspace', async () => {
    const { id } = await add('At home', { roles: ['viewer'] })
    const params = { id }
    expect((await server.call(contract.getReportDashboard, { as: stranger, params })).status).toBe(404)
    expect((await server.call(contract.copyReportDashboard, { as: stranger, params })).status).toBe(404)
    expect((await change(id, { name: 'Ours' }, stranger)).status).toBe(404)
    expect(await names(stranger)).toEqual([])
  })

  it('is hidden as soon as its owner may not share', async () => {
    const { id } = await add('Until then', { roles: ['viewer'] })
    const revoke = (permissions: string[]) =>
      server.db
        .updateTable('users')
        .set({ revoked_permissions: permissions })
        .where('id', '=', owner.id)
        .execute()
    await revoke(['views:share'])
    expect(await names(viewer)).not.toContain('Until then')
    expect((await server.call(contract.getReportDashboard, { as: viewer, params: { id } })).status).toBe(404)
    await revoke([])
    expect(await names(viewer)).toContain('Until then')
  })

  it('shares none of its reports', async () => {
    const [seen, hidden] = [await addReport('Shared too'), await addReport('Not shared', [])]
    const { id } = await add('Half shared', { roles: ['viewer'], tiles: [tileOf(hidden), tileOf(seen)] })
    expect((await get(id, viewer)).tiles).toMatchObject([
      { reportId: hidden, report: null },
      { reportId: seen, report: { name: 'Shared too', can: { edit: false } } },
    ])
    await server.call(updateSavedReport, { as: owner, params: { id: seen }, body: { roles: [] } })
    expect((await get(id, viewer)).tiles.map(({ report }) => report)).toEqual([null, null])
    expect((await get(id)).tiles.map(({ report }) => report?.name)).toEqual(['Not shared', 'Shared too'])
  })

  it('counts what its reader may see', async () => {
    const report = await addReport('Counted')
    await server.call(updateSavedReport, {
      as: owner,
      params: { id: report },
      body: { roles: ['viewer', 'hiring_manager'] },
    })
    const { id } = await add('Of my own scope', { roles: ['viewer'], tiles: [tileOf(report)] })
    await change(id, { roles: ['viewer', 'hiring_manager'] })
    const admin = await server.addUser(owner.workspaceId, 'admin')
    const company = await server.call(createCompany, { as: admin, body: { name: 'Norvik' } })
    const position = await server.call(createPosition, {
      as: admin,
      body: { name: 'Welder', companyId: company.body.id },
    })
    const candidate = await server.call(createCandidate, { as: owner, body: { name: 'Ana Lima' } })
    const applied = await server.call(createApplication, {
      as: owner,
      body: { candidateId: candidate.body.id, positionId: position.body.id },
    })
    expect(applied.status).toBe(201)
    const count = async (as: TestUser) => {
      const [tile] = (await get(id, as)).tiles
      expect(tile!.report!.query).toEqual({ measure: 'hired', by: ['source'] })
      const { body } = await server.call(exploreReport, { as, query: { measure: 'newApplications' } })
      return body.measures[0]!.cells[0]!.n
    }
    expect(await count(viewer)).toBe(1)
    // A hiring manager sees the applications of their own positions.
    expect(await count(manager)).toBe(0)
  })
})

describe('sharing a report dashboard', () => {
  it('is in the audit log when it starts and ends, with the roles', async () => {
    const { id } = await add('Logged')
    await change(id, { roles: ['viewer'] })
    await change(id, { roles: ['viewer'] })
    await change(id, { roles: [] })
    await change(id, { roles: ['admin'] })
    await server.call(contract.deleteReportDashboard, { as: owner, params: { id } })
    const entries = await server.db
      .selectFrom('audit_logs')
      .where('subject_id', '=', id)
      .orderBy('id')
      .select(['action', 'details'])
      .execute()
    expect(entries.map(({ action, details }) => [action, (details as { roles: string[] }).roles])).toEqual([
      ['report_dashboard.shared', ['viewer']],
      ['report_dashboard.unshared', []],
      ['report_dashboard.shared', ['admin']],
      ['report_dashboard.unshared', []],
    ])
  })
})

describe('updateReportDashboard', () => {
  it('changes the sent fields and refuses a stale version, with the tiles as they were', async () => {
    const [first, second] = [await addReport('Versioned'), await addReport('Late')]
    const { id } = await add('Changing', { folder: 'A', tiles: [tileOf(first)] })
    const { body } = await change(id, { folder: 'B', version: 1 })
    expect(body).toMatchObject({ name: 'Changing', folder: 'B', version: 2, tiles: [{ reportId: first }] })
    const late = await change(id, { tiles: [tileOf(second)], version: 1 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ details: { version: 2 } })
    expect((await get(id)).tiles.map(({ reportId }) => reportId)).toEqual([first])
  })

  it('keeps a tile whose report its owner may not see any more, and adds no other one', async () => {
    const theirs = async (name: string) => {
      const { body } = await server.call(createSavedReport, {
        as: await server.addUser(owner.workspaceId, 'recruiter'),
        body: { name, query: { measure: 'hired' }, roles: ['recruiter'] },
      })
      await server.db
        .updateTable('saved_reports')
        .set({ roles: name === 'Shared first' ? ['recruiter'] : [] })
        .where('id', '=', body.id)
        .execute()
      return body.id
    }
    const shared = await theirs('Shared first')
    const { id } = await add('With theirs', { tiles: [tileOf(shared)] })
    await server.db.updateTable('saved_reports').set({ roles: [] }).where('id', '=', shared).execute()
    const { status, body } = await change(id, { tiles: [tileOf(shared, 3)] })
    expect(status).toBe(200)
    expect(body.tiles).toMatchObject([{ reportId: shared, width: 3, report: null }])
    expect((await change(id, { tiles: [tileOf(await theirs('Never shared'))] })).status).toBe(422)
  })
})

describe('a deleted report', () => {
  it('leaves its tile, which has it again when it is restored, and takes it along for good', async () => {
    const [stays, goes] = [await addReport('Stays'), await addReport('Goes')]
    const { id } = await add('Around it', { tiles: [tileOf(goes), tileOf(stays)] })
    await server.call(deleteSavedReport, { as: owner, params: { id: goes } })
    expect((await get(id)).tiles).toMatchObject([
      { reportId: goes, report: null },
      { reportId: stays, report: { name: 'Stays' } },
    ])
    await server.call(restoreSavedReport, { as: owner, params: { id: goes } })
    expect((await get(id)).tiles[0]).toMatchObject({ report: { name: 'Goes' } })
    await server.call(deleteSavedReport, { as: owner, params: { id: goes } })
    await sql`update saved_reports set deleted_at = now() - interval '31 days' where id = ${goes}`.execute(
      server.db,
    )
    await cleanUp(server.db)
    expect((await get(id)).tiles.map(({ reportId }) => reportId)).toEqual([stays])
    // As a client does that read it before.
    const { status, body } = await change(id, { tiles: [tileOf(stays)] })
    expect([status, body.tiles.length]).toEqual([200, 1])
  })
})

describe('copyReportDashboard', () => {
  it('makes a private one of the caller, with the reports they may see', async () => {
    const [seen, hidden] = [await addReport('For the copy'), await addReport('Not for the copy', [])]
    const { id } = await add('Original', {
      folder: 'Weekly',
      roles: ['viewer'],
      tiles: [tileOf(hidden), tileOf(seen, 2)],
    })
    const copy = (as: TestUser) => server.call(contract.copyReportDashboard, { as, params: { id } })
    const { status, body } = await copy(viewer)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Original (copy)',
      folder: 'Weekly',
      roles: [],
      owner: { id: viewer.id },
      tiles: [{ reportId: seen, width: 2 }],
      can: { edit: true },
    })
    expect((await copy(viewer)).body.name).toBe('Original (copy 2)')
    expect((await copy(owner)).body.tiles).toHaveLength(2)
    expect((await copy(manager)).status).toBe(404)
  })
})

describe('deleteReportDashboard', () => {
  it('deletes it, which restoreReportDashboard brings back to its owner unless the name is in use', async () => {
    const report = await addReport('Survives')
    const { id } = await add('Missed', { roles: ['viewer'], tiles: [tileOf(report)] })
    const params = { id }
    const restore = (as: TestUser) => server.call(contract.restoreReportDashboard, { as, params })
    expect((await restore(owner)).status).toBe(404)
    expect((await server.call(contract.deleteReportDashboard, { as: owner, params })).status).toBe(204)
    expect((await server.call(contract.getReportDashboard, { as: owner, params })).status).toBe(404)
    expect((await restore(viewer)).status).toBe(404)
    expect((await restore(owner)).body).toMatchObject({
      name: 'Missed',
      roles: ['viewer'],
      tiles: [{ reportId: report, report: { name: 'Survives' } }],
    })
    await server.call(contract.deleteReportDashboard, { as: owner, params })
    await add('Missed')
    expect((await restore(owner)).status).toBe(409)
  })

  it('is for good after 30 days', async () => {
    const ids = [(await add('A month ago')).id, (await add('Long gone')).id]
    for (const [index, age] of ['29 days', '31 days'].entries())
      await sql`
        update report_dashboards set deleted_at = now() - ${age}::interval where id = ${ids[index]!}
      `.execute(server.db)
    const params = { id: ids[1]! }
    expect((await server.call(contract.restoreReportDashboard, { as: owner, params })).status).toBe(404)
    await cleanUp(server.db)
    const left = await server.db
      .selectFrom('report_dashboards')
      .where('id', 'in', ids)
      .select('name')
      .execute()
    expect(left).toEqual([{ name: 'A month ago' }])
  })
})
