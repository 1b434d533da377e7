import { closeApplication, createApplication, deleteApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import * as contract from '@muster/contract/companies.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

function create(name: string, as = admin) {
  return server.call(contract.createCompany, { as, body: { name } })
}

describe('createCompany', () => {
  it('returns the new company with zero counts', async () => {
    const { status, body } = await create('Norvik Logistics')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Norvik Logistics',
      openPositions: 0,
      version: 1,
      can: { edit: true },
    })
  })

  it('refuses a name that differs only in case', async () => {
    await create('Halden Freight')
    const { status, body } = await create('HALDEN freight')
    expect(status).toBe(409)
    expect(body).toEqual({
      code: 'CONFLICT',
      message: 'A company with this name already exists',
      details: null,
    })
  })

  it('says which field is missing', async () => {
    const { status, body } = await server.call(contract.createCompany, { as: admin, body: { name: ' ' } })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'VALIDATION', details: { name: ['Required'] } })
  })

  it('refuses text that the database cannot store', async () => {
    const { status } = await create('a\u0000b')
    expect(status).toBe(422)
  })

  it('returns the same company for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { name: 'Only once' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.call(contract.createCompany, { as: admin, body, headers })),
    )
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    const other = await server.call(contract.createCompany, { as: admin, body: { name: 'Another' }, headers })
    expect(other.status).toBe(422)
  })
})

describe('listCompanies', () => {
  it('pages through all of them once, in order', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'owner')
    for (const name of ['delta', 'Alpha', 'charlie', 'Bravo', 'echo']) await create(name, as)
    const names: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await server.call(contract.listCompanies, { as, query: { limit: 2, cursor } })
      expect(body.total).toEqual({ value: 5, atLeast: false })
      names.push(...body.items.map((item) => item.name))
      cursor = body.nextCursor ?? undefined
    } while (cursor)
    expect(names).toEqual(['Alpha', 'Bravo', 'charlie', 'delta', 'echo'])
  })

  it('refuses a cursor of another sort', async () => {
    const { body } = await server.call(contract.listCompanies, { as: admin, query: { limit: 1 } })
    const { status } = await server.call(contract.listCompanies, {
      as: admin,
      query: { cursor: body.nextCursor!, sort: '-createdAt' },
    })
    expect(status).toBe(422)
  })

  it('takes % and _ in a search literally', async () => {
    await create('100% Staffing')
    const { body } = await server.call(contract.listCompanies, { as: admin, query: { q: '0%' } })
    expect(body.items.map((item) => item.name)).toEqual(['100% Staffing'])
  })
})

describe('updateCompany', () => {
  it('lets one of many updates of the same version win', async () => {
    const { body: company } = await create('Contended')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server.call(contract.updateCompany, {
          as: admin,
          params: { id: company.id },
          body: { notes: `number ${index}`, version: 1 },
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
  })

  it('keeps fields that are not sent and clears null fields', async () => {
    const { body: company } = await server.call(contract.createCompany, {
      as: admin,
      body: { name: 'Brightmoor Care', website: 'https://brightmoor.example', notes: 'Nights only' },
    })
    const { body } = await server.call(contract.updateCompany, {
      as: admin,
      params: { id: company.id },
      body: { notes: null },
    })
    expect(body).toMatchObject({
      name: 'Brightmoor Care',
      website: 'https://brightmoor.example',
      notes: null,
    })
  })
})

describe('deleteCompany', () => {
  it('can be undone', async () => {
    const { body: company } = await create('Short-lived')
    const params = { id: company.id }
    expect((await server.call(contract.deleteCompany, { as: admin, params })).status).toBe(204)
    expect((await server.call(contract.getCompany, { as: admin, params })).status).toBe(404)
    expect((await server.call(contract.restoreCompany, { as: admin, params })).status).toBe(200)
    expect((await server.call(contract.getCompany, { as: admin, params })).status).toBe(200)
  })
})

describe('a company', () => {
  it('counts open positions and open applications only', async () => {
    const { body: company } = await create('Counted Carriers')
    const [open, held, gone] = [
      await addPosition(server.db, admin.workspaceId, { companyId: company.id }),
      await addPosition(server.db, admin.workspaceId, { companyId: company.id }),
      await addPosition(server.db, admin.workspaceId, { companyId: company.id }),
    ]
    const set = (id: string, values: object) =>
      server.db.updateTable('positions').set(values).where('id', '=', id).execute()
    await set(held.id, { state: 'on_hold' })
    await set(gone.id, { deleted_at: '2026-01-01' })
    const apply = async (name: string) =>
      (
        await server.call(createApplication, {
          as: admin,
          body: { positionId: open.id, candidate: { name } },
        })
      ).body.id
    const [, over, deleted] = [await apply('Open'), await apply('Over'), await apply('Deleted')]
    const { status } = await server.call(moveApplications, {
      as: admin,
      params: { id: open.id },
      body: { applicationIds: [await apply('Hired')], toStatusId: open.statuses.hired },
    })
    expect(status).toBe(200)
    await server.call(closeApplication, {
      as: admin,
      params: { id: over },
      body: { disposition: 'withdrawn' },
    })
    await server.call(deleteApplication, { as: admin, params: { id: deleted } })
    const { body } = await server.call(contract.getCompany, { as: admin, params: { id: company.id } })
    expect(body).toMatchObject({ openPositions: 1, openApplications: 1 })
  })

  it('with a position cannot be deleted, and stays', async () => {
    const { body: company } = await create('Busy Carriers')
    await addPosition(server.db, admin.workspaceId, { companyId: company.id })
    const params = { id: company.id }
    expect((await server.call(contract.deleteCompany, { as: admin, params })).status).toBe(409)
    expect((await server.call(contract.getCompany, { as: admin, params })).status).toBe(200)
  })

  it('can be deleted once all its positions are', async () => {
    const { body: company } = await create('Quiet Carriers')
    const position = await addPosition(server.db, admin.workspaceId, { companyId: company.id })
    await server.db
      .updateTable('positions')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', position.id)
      .execute()
    const { status } = await server.call(contract.deleteCompany, { as: admin, params: { id: company.id } })
    expect(status).toBe(204)
  })

  it('is not restored by another workspace', async () => {
    const { body: company } = await create('Own Carriers')
    const params = { id: company.id }
    await server.call(contract.deleteCompany, { as: admin, params })
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect((await server.call(contract.restoreCompany, { as: stranger, params })).status).toBe(404)
    expect((await server.call(contract.getCompany, { as: admin, params })).status).toBe(404)
  })

  it('has for a hiring manager the open positions that are theirs', async () => {
    const { body: company } = await create('Managed Carriers')
    const manager = await server.addUser(admin.workspaceId, 'hiring_manager')
    for (const hiringManagerId of [manager.id, undefined])
      await addPosition(server.db, admin.workspaceId, {
        companyId: company.id,
        ...(hiringManagerId && { hiringManagerId }),
      })
    const { body } = await server.call(contract.getCompany, { as: manager, params: { id: company.id } })
    expect(body.openPositions).toBe(1)
  })

  it('is listed and counted for its own reviewers alone, without the notes about it', async () => {
    const { body: company } = await server.call(contract.createCompany, {
      as: admin,
      body: { name: 'Reviewing Carriers', notes: 'Pays late' },
    })
    const reviewer = await server.addUser(admin.workspaceId, 'client_reviewer', { companyId: company.id })
    const { body } = await server.call(contract.listCompanies, { as: reviewer })
    expect(body.total).toEqual({ value: 1, atLeast: false })
    expect(body.items).toMatchObject([{ name: 'Reviewing Carriers', notes: null }])
  })

  it('can be restored for 30 days', async () => {
    const { body: company } = await create('Late Carriers')
    const params = { id: company.id }
    const restoreAfter = async (days: number) => {
      await server.db
        .updateTable('companies')
        .set({ deleted_at: sql`now() - make_interval(days => ${days})` })
        .where('id', '=', company.id)
        .execute()
      return (await server.call(contract.restoreCompany, { as: admin, params })).status
    }
    expect([await restoreAfter(31), await restoreAfter(29)]).toEqual([404, 200])
  })
})
