import { createComment } from '@muster/contract/activity-logs.ts'
import { undoBatch } from '@muster/contract/application-selection.ts'
import {
  closeApplication,
  createApplication,
  deleteApplication,
  getApplication,
  restoreApplication,
} from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import * as companies from '@muster/contract/companies.ts'
import { createPipeline, deletePipeline, updateStage } from '@muster/contract/pipelines.ts'
import * as contract from '@muster/contract/positions.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addCustomField } from '../testing/add-custom-field.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser
let pipelineId: string
let companyId: string

beforeAll(async () => {
  server = await startTestServer()
  const workspace = await server.addWorkspace()
  pipelineId = workspace.pipelineId
  admin = await server.addUser(workspace.workspaceId, 'admin')
  companyId = (await server.call(companies.createCompany, { as: admin, body: { name: 'Norvik' } })).body.id
})

afterAll(() => server?.stop())

async function open(name: string, more: object = {}) {
  const { status, body } = await server.call(contract.createPosition, {
    as: admin,
    body: { name, companyId, ...more },
  })
  expect(status).toBe(201)
  return body
}

type Position = Awaited<ReturnType<typeof open>>

function statusOf(position: Position, type: string) {
  return position.statuses.find((status) => status.type === type)!
}

let people = 0

async function apply(position: Position, type = 'lead') {
  people += 1
  const { status, body } = await server.call(createApplication, {
    as: admin,
    body: {
      positionId: position.id,
      statusId: statusOf(position, type).id,
      candidate: { name: `Person ${people}` },
    },
  })
  expect(status).toBe(201)
  return body
}

function loadApplicationRow(id: string) {
  return server.db.selectFrom('applications').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
}

async function names(positionId: string) {
  const { body } = await server.call(contract.listStatuses, { as: admin, params: { id: positionId } })
  expect(body.items.map((status) => status.order)).toEqual(body.items.map((_, index) => index))
  return body.items.map((status) => status.name)
}

describe('createPosition', () => {
  it('copies the stages of the default pipeline, each status linked to its stage', async () => {
    const position = await open('Night nurse')
    expect(position.pipeline).toMatchObject({ id: pipelineId })
    expect(position.statuses).toHaveLength(8)
    const rows = await server.db
      .selectFrom('statuses')
      .innerJoin('stages', 'stages.id', 'statuses.stage_id')
      .where('statuses.position_id', '=', position.id)
      .whereRef('stages.name', '=', 'statuses.name')
      .select('statuses.id')
      .execute()
    expect(rows).toHaveLength(8)
  })

  it('cannot be given to a suspended colleague, or one of another workspace', async () => {
    const gone = await server.addUser(admin.workspaceId, 'recruiter')
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.id).execute()
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    const { company } = await open('Owned')
    for (const field of ['ownerId', 'hiringManagerId'] as const)
      for (const { id } of [gone, stranger]) {
        const { status, body } = await server.call(contract.createPosition, {
          as: admin,
          body: { name: 'Nobody owns', companyId: company.id, [field]: id },
        })
        expect([status, Object.keys(body.details ?? {})]).toEqual([422, [field]])
      }
  })

  it('cannot be for a deleted company', async () => {
    const { body: gone } = await server.call(companies.createCompany, { as: admin, body: { name: 'Gone' } })
    await server.call(companies.deleteCompany, { as: admin, params: { id: gone.id } })
    const { status, body } = await server.call(contract.createPosition, {
      as: admin,
      body: { name: 'For nobody', companyId: gone.id },
    })
    expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['companyId']])
  })

  it('cannot start with the stages of a deleted pipeline', async () => {
    const { body: gone } = await server.call(createPipeline, { as: admin, body: { name: 'Retired stages' } })
    await server.call(deletePipeline, { as: admin, params: { id: gone.id } })
    const { status, body } = await server.call(contract.createPosition, {
      as: admin,
      body: { name: 'Without stages', companyId, pipelineId: gone.id },
    })
    expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['pipelineId']])
  })

  it('can be for the record only: closed from the start', async () => {
    const { closedAt } = await open('Closed from the start', { state: 'closed' })
    expect(closedAt).not.toBeNull()
  })

  it('accepts its own statuses; those that match a stage of the pipeline are in its column', async () => {
    const position = await open('Own statuses', {
      pipelineId,
      statuses: [
        { name: 'new LEAD', type: 'lead' },
        { name: 'Trial day', type: 'interview' },
        { name: 'Contacted', type: 'qualified' },
        { name: 'Closed', type: 'closed' },
      ],
    })
    const rows = await server.db
      .selectFrom('statuses')
      .where('position_id', '=', position.id)
      .orderBy('ordinal')
      .select('stage_id')
      .execute()
    expect(rows.map((row) => row.stage_id !== null)).toEqual([true, false, false, true])
  })

  it.each([
    ['a company that does not exist', { companyId: crypto.randomUUID() }, 'companyId'],
    ['a pipeline that does not exist', { pipelineId: crypto.randomUUID() }, 'pipelineId'],
    ['an owner who is no colleague', { ownerId: crypto.randomUUID() }, 'ownerId'],
    ['a hiring manager who is no colleague', { hiringManagerId: crypto.randomUUID() }, 'hiringManagerId'],
    [
      'statuses nobody can end in',
      {
        statuses: [
          { name: 'A', type: 'lead' },
          { name: 'B', type: 'offer' },
        ],
      },
      'statuses',
    ],
  ])('refuses %s', async (_, more, field) => {
    const { status, body } = await server.call(contract.createPosition, {
      as: admin,
      body: { name: 'Never', companyId, ...(more as object) },
    })
    expect(status).toBe(422)
    expect(body.details).toHaveProperty(field)
  })
})

describe('listPositions', () => {
  it('counts applications by the type of their status', async () => {
    const position = await open('Counted')
    await apply(position)
    await apply(position)
    await apply(position, 'interview')
    const { body } = await server.call(contract.listPositions, { as: admin, query: { q: 'counted norvik' } })
    expect(body.items).toHaveLength(1)
    expect(body.items[0]!.counts).toMatchObject({ lead: 2, interview: 1, offer: 0 })
  })

  it('pages through all by company without repeats', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'owner')
    for (const name of ['Zeta', 'Alpha']) {
      const { body: company } = await server.call(companies.createCompany, { as, body: { name } })
      for (let index = 0; index < 3; index += 1)
        await server.call(contract.createPosition, { as, body: { name: 'Same', companyId: company.id } })
    }
    const found: string[] = []
    let cursor: string | undefined
    do {
      const query = { sort: 'company', limit: 2, cursor } as const
      const { body } = await server.call(contract.listPositions, { as, query })
      found.push(...body.items.map((item) => item.company.name))
      cursor = body.nextCursor ?? undefined
    } while (cursor)
    expect(found).toEqual(['Alpha', 'Alpha', 'Alpha', 'Zeta', 'Zeta', 'Zeta'])
  })

  it('shows a hiring manager their own positions and a client reviewer those of their company', async () => {
    const manager = await server.addUser(admin.workspaceId, 'hiring_manager')
    const { body: other } = await server.call(companies.createCompany, {
      as: admin,
      body: { name: 'Elsewhere' },
    })
    const reviewer = await server.addUser(admin.workspaceId, 'client_reviewer', { companyId: other.id })
    const mine = await open('Managed', { hiringManagerId: manager.id })
    const theirs = await open('Reviewed', { companyId: other.id })
    const seen = async (as: TestUser) =>
      (await server.call(contract.listPositions, { as })).body.items.map((item) => item.id)
    expect(await seen(manager)).toEqual([mine.id])
    expect(await seen(reviewer)).toEqual([theirs.id])
    const params = { id: mine.id }
    expect((await server.call(contract.getPosition, { as: reviewer, params })).status).toBe(404)
    expect((await server.call(contract.listStatuses, { as: reviewer, params })).status).toBe(404)
  })
})

describe('updatePosition', () => {
  it('stores when it was closed and clears it when it is reopened', async () => {
    const { id } = await open('Closing')
    const change = async (state: 'open' | 'on_hold' | 'closed') =>
      (await server.call(contract.updatePosition, { as: admin, params: { id }, body: { state } })).body
    expect((await change('closed')).closedAt).not.toBeNull()
    expect((await change('open')).closedAt).toBeNull()
  })

  it('keeps an owner who has left when the form sends them back', async () => {
    const owner = await server.addUser(admin.workspaceId, 'recruiter')
    const position = await open('Of one who left', { ownerId: owner.id, hiringManagerId: owner.id })
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', owner.id).execute()
    const { status, body } = await server.call(contract.updatePosition, {
      as: admin,
      params: { id: position.id },
      body: { ownerId: owner.id, hiringManagerId: owner.id, location: 'Oslo' },
    })
    expect([status, body.owner?.id, body.location]).toEqual([200, owner.id, 'Oslo'])
  })

  it('lets one of many updates of the same version win', async () => {
    const { id } = await open('Contended')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        server.call(contract.updatePosition, {
          as: admin,
          params: { id },
          body: { openings: index + 1, version: 1 },
        }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(409)])
  })
})

describe('the day a position opened', () => {
  const day = 86_400_000
  const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString()
  const change = (position: Position, body: object, as = admin) =>
    server.call(contract.updatePosition, { as, params: { id: position.id }, body })

  it('can be changed, with an audit entry of its old value', async () => {
    const position = await open('Opened before')
    const openedAt = daysAgo(40)
    const { status, body } = await change(position, { openedAt, version: position.version })
    expect([status, body.openedAt]).toEqual([200, openedAt])
    // Sending the same value is not a change.
    expect((await change(position, { openedAt, name: 'Opened earlier' })).status).toBe(200)
    const { rows } = await sql`
      select details from audit_logs where action = 'position.opened_at_changed' and subject_id = ${position.id}
    `.execute(server.db)
    expect(rows).toEqual([{ details: { from: position.openedAt, to: openedAt } }])
  })

  it('is neither in the future nor after the position closed', async () => {
    const position = await open('Not yet')
    const refused = await change(position, { openedAt: daysAgo(-1) })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { details: { openedAt: ['The opening date cannot be in the future'] } },
    ])
    await change(position, { openedAt: daysAgo(9), state: 'closed' })
    await server.db
      .updateTable('positions')
      .set({ closed_at: daysAgo(5) })
      .where('id', '=', position.id)
      .execute()
    expect((await change(position, { openedAt: daysAgo(4) })).status).toBe(422)
    expect((await change(position, { openedAt: daysAgo(6) })).status).toBe(200)
  })

  it('is not after the first hire, which is ignored once undone or deleted', async () => {
    const position = await open('Hired early')
    const hire = await apply(position, 'lead')
    await change(position, { openedAt: daysAgo(30) })
    const moved = await server.call(moveApplications, {
      as: admin,
      params: { id: position.id },
      body: { applicationIds: [hire.id], toStatusId: statusOf(position, 'hired').id },
    })
    await sql`update activity_logs set at = ${daysAgo(20)} where application_id = ${hire.id} and to_type = 'hired'`.execute(
      server.db,
    )
    const refused = await change(position, { openedAt: daysAgo(19) })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining('was hired'),
    ])
    expect((await change(position, { openedAt: daysAgo(21) })).status).toBe(200)
    await server.call(undoBatch, { as: admin, body: { batchId: moved.body.batchId! } })
    expect((await change(position, { openedAt: daysAgo(19) })).status).toBe(200)
  })

  it('needs the permission to change positions, in this workspace', async () => {
    const position = await open('Not yours')
    const recruiter = await server.addUser(admin.workspaceId, 'client_reviewer')
    expect((await change(position, { openedAt: daysAgo(3) }, recruiter)).status).toBeGreaterThanOrEqual(403)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect((await change(position, { openedAt: daysAgo(3) }, stranger)).status).toBe(404)
  })
})

describe('deletePosition', () => {
  it('can be undone', async () => {
    const params = { id: (await open('Short-lived')).id }
    expect((await server.call(contract.deletePosition, { as: admin, params })).status).toBe(204)
    expect((await server.call(contract.getPosition, { as: admin, params })).status).toBe(404)
    expect((await server.call(contract.restorePosition, { as: admin, params })).status).toBe(200)
  })

  it('refuses while it has open applications', async () => {
    const position = await open('Busy')
    await apply(position)
    const { status } = await server.call(contract.deletePosition, { as: admin, params: { id: position.id } })
    expect(status).toBe(409)
  })

  it('is possible once its applications are closed or deleted', async () => {
    const position = await open('Quiet')
    const [closed, deleted] = [await apply(position), await apply(position)]
    await server.call(closeApplication, {
      as: admin,
      params: { id: closed.id },
      body: { disposition: 'withdrawn' },
    })
    await server.call(deleteApplication, { as: admin, params: { id: deleted.id } })
    const { status } = await server.call(contract.deletePosition, { as: admin, params: { id: position.id } })
    expect(status).toBe(204)
  })

  it('is not undone by a hiring manager of other positions', async () => {
    const manager = await server.addUser(admin.workspaceId, 'hiring_manager')
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['positions:write'] })
      .where('id', '=', manager.id)
      .execute()
    const restore = async (more: object) => {
      const params = { id: (await open('Deleted and managed', more)).id }
      await server.call(contract.deletePosition, { as: admin, params })
      return (await server.call(contract.restorePosition, { as: manager, params })).status
    }
    expect([await restore({}), await restore({ hiringManagerId: manager.id })]).toEqual([404, 200])
  })

  it('is serialized with concurrent applications', async () => {
    for (let round = 0; round < 8; round += 1) {
      const position = await open(`Contended ${round}`)
      const [applied, deleted] = await Promise.all([
        server.call(createApplication, {
          as: admin,
          body: { positionId: position.id, candidate: { name: `Late ${round}` } },
        }),
        server.call(contract.deletePosition, { as: admin, params: { id: position.id } }),
      ])
      expect([applied.status, deleted.status].sort()).toEqual(
        applied.status === 201 ? [201, 409] : [204, 404],
      )
    }
  })

  it('cannot be restored while its company is deleted', async () => {
    const { body: company } = await server.call(companies.createCompany, {
      as: admin,
      body: { name: 'Gone' },
    })
    const { id } = await open('Of the gone', { companyId: company.id })
    await server.call(contract.deletePosition, { as: admin, params: { id } })
    await server.call(companies.deleteCompany, { as: admin, params: { id: company.id } })
    expect((await server.call(contract.restorePosition, { as: admin, params: { id } })).status).toBe(409)
  })
})

describe('copyPosition', () => {
  it('creates an open position with the same statuses and no applications', async () => {
    const original = await open('Original', { openings: 3, state: 'closed', location: 'Oslo' })
    const { status, body } = await server.call(contract.copyPosition, {
      as: admin,
      params: { id: original.id },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Original (copy)', openings: 3, state: 'open', location: 'Oslo' })
    expect(body.statuses.map((each) => each.name)).toEqual(original.statuses.map((each) => each.name))
    expect(body.statuses[0]!.id).not.toBe(original.statuses[0]!.id)
  })

  it('has the custom fields of the original', async () => {
    const { key } = await addCustomField(server, admin, { subject: 'position', label: 'Shift' })
    const original = await open('With fields', { customFields: { [key]: 'Nights' } })
    const { body } = await server.call(contract.copyPosition, {
      as: admin,
      params: { id: original.id },
      body: {},
    })
    expect(body.customFields).toEqual({ [key]: 'Nights' })
  })

  it('leaves out an owner and a hiring manager who have left', async () => {
    const [left, stays] = [
      await server.addUser(admin.workspaceId, 'recruiter'),
      await server.addUser(admin.workspaceId, 'hiring_manager'),
    ]
    const original = await open('Left behind')
    await server.db
      .updateTable('positions')
      .set({ owner_id: left.id, hiring_manager_id: stays.id })
      .where('id', '=', original.id)
      .execute()
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', left.id).execute()
    const { body } = await server.call(contract.copyPosition, { as: admin, params: { id: original.id } })
    expect([body.owner, body.hiringManager?.id]).toEqual([null, stays.id])
  })

  it('can go to another company under another name', async () => {
    const { body: company } = await server.call(companies.createCompany, {
      as: admin,
      body: { name: 'Target' },
    })
    const original = await open('To be copied')
    const { body } = await server.call(contract.copyPosition, {
      as: admin,
      params: { id: original.id },
      body: { name: 'Copied', companyId: company.id },
    })
    expect(body).toMatchObject({ name: 'Copied', company: { name: 'Target' } })
  })
})

describe('createStatus', () => {
  it('appends the status, or inserts it at the given place', async () => {
    const position = await open('Growing')
    const add = (name: string, order?: number) =>
      server.call(contract.createStatus, {
        as: admin,
        body: { positionId: position.id, name, type: 'interview', order },
      })
    expect((await add('Last')).body.order).toBe(8)
    expect((await add('Second', 1)).body.order).toBe(1)
    expect((await names(position.id)).slice(0, 2)).toEqual(['New lead', 'Second'])
  })
})

describe('updateStatus', () => {
  it('recomputes due dates when the SLA changes', async () => {
    const position = await open('Late')
    const { id } = await apply(position)
    const change = (slaDays: number | null) =>
      server.call(contract.updateStatus, {
        as: admin,
        params: { id: position.statuses[0]!.id },
        body: { slaDays },
      })
    await change(0.5)
    const { entered_status_at, due_at } = await loadApplicationRow(id)
    expect(Date.parse(due_at!) - Date.parse(entered_status_at)).toBe(12 * 3600 * 1000)
    await change(null)
    expect((await loadApplicationRow(id)).due_at).toBeNull()
  })

  it('gives closed applications no due date', async () => {
    const position = await open('Closed, not late')
    const { id } = await apply(position)
    await server.call(closeApplication, { as: admin, params: { id }, body: { disposition: 'withdrawn' } })
    const { status } = await server.call(contract.updateStatus, {
      as: admin,
      params: { id: statusOf(position, 'closed').id },
      body: { slaDays: 2 },
    })
    expect(status).toBe(200)
    expect((await loadApplicationRow(id)).due_at).toBeNull()
  })

  it('refuses another type while it has applications, or deleted ones that could be restored', async () => {
    const position = await open('Typed')
    const application = await apply(position)
    const params = { id: position.statuses[0]!.id }
    const change = () =>
      server.call(contract.updateStatus, { as: admin, params, body: { type: 'contacted' } })
    expect((await change()).status).toBe(409)
    await server.call(deleteApplication, { as: admin, params: { id: application.id } })
    expect((await change()).status).toBe(409)
    const other = { as: admin, params: { id: position.statuses[2]!.id }, body: { type: 'offer' } as const }
    expect((await server.call(contract.updateStatus, other)).body).toMatchObject({
      type: 'offer',
      version: 2,
    })
  })

  it('refuses another type for the last closed status', async () => {
    const position = await open('Endless')
    const params = { id: statusOf(position, 'closed').id }
    const { status } = await server.call(contract.updateStatus, {
      as: admin,
      params,
      body: { type: 'offer' },
    })
    expect(status).toBe(409)
  })
})

describe('deleteStatus', () => {
  it('moves its applications below those of moveTo, in the same order, with a log each', async () => {
    const position = await open('Emptied')
    const first = await apply(position)
    const second = await apply(position)
    const there = await apply(position, 'contacted')
    const [lead, contacted] = [position.statuses[0]!, position.statuses[1]!]
    const { status } = await server.call(contract.deleteStatus, {
      as: admin,
      params: { id: lead.id },
      query: { moveTo: contacted.id },
    })
    expect(status).toBe(204)
    const rows = await server.db
      .selectFrom('applications')
      .where('status_id', '=', contacted.id)
      .orderBy('rank')
      .select(['id', 'status_type', 'reached'])
      .execute()
    // New applications go to the top, so the second was above the first.
    expect(rows.map((row) => row.id)).toEqual([there.id, second.id, first.id])
    expect(rows.every((row) => row.status_type === 'contacted' && row.reached === 1)).toBe(true)
    const logs = await server.db
      .selectFrom('activity_logs')
      .where('cause', '=', 'status_deleted')
      .where('position_id', '=', position.id)
      .selectAll()
      .execute()
    expect(logs.map((log) => log.application_id).sort()).toEqual([first.id, second.id].sort())
    expect(logs[0]).toMatchObject({ from_type: 'lead', to_type: 'contacted', to_status_id: contacted.id })
    expect((await names(position.id))[0]).toBe('Contacted')
  })

  it('keeps how far its applications had come', async () => {
    const position = await open('Been further')
    const { id } = await apply(position, 'interview')
    const [lead, contacted] = [statusOf(position, 'lead'), statusOf(position, 'contacted')]
    await server.call(moveApplications, {
      as: admin,
      params: { id: position.id },
      body: { applicationIds: [id], toStatusId: lead.id },
    })
    const before = await loadApplicationRow(id)
    await server.call(contract.deleteStatus, {
      as: admin,
      params: { id: lead.id },
      query: { moveTo: contacted.id },
    })
    expect((await loadApplicationRow(id)).reached).toBe(before.reached)
  })

  it('gives closed applications no due date in the status they go to', async () => {
    const position = await open('Two endings')
    const { id } = await apply(position)
    await server.call(closeApplication, { as: admin, params: { id }, body: { disposition: 'withdrawn' } })
    const { body: second } = await server.call(contract.createStatus, {
      as: admin,
      body: { positionId: position.id, name: 'Archived', type: 'closed', slaDays: 2 },
    })
    const { status } = await server.call(contract.deleteStatus, {
      as: admin,
      params: { id: (await loadApplicationRow(id)).status_id },
      query: { moveTo: second.id },
    })
    expect(status).toBe(204)
    expect(await loadApplicationRow(id)).toMatchObject({ status_id: second.id, due_at: null })
  })

  it('accepts moveTo in the body as well', async () => {
    const position = await open('By body')
    await apply(position)
    const { status } = await server.call(contract.deleteStatus, {
      as: admin,
      params: { id: position.statuses[0]!.id },
      body: { moveTo: position.statuses[1]!.id },
    })
    expect(status).toBe(204)
  })

  it('requires moveTo if there are applications', async () => {
    const position = await open('Asked')
    await apply(position)
    const params = { id: position.statuses[0]!.id }
    expect((await server.call(contract.deleteStatus, { as: admin, params })).status).toBe(409)
    expect(await names(position.id)).toHaveLength(8)
  })

  it('refuses to close, hire or reopen applications', async () => {
    const position = await open('Sides')
    await apply(position)
    for (const type of ['hired', 'closed'] as const) {
      const { status, body } = await server.call(contract.deleteStatus, {
        as: admin,
        params: { id: position.statuses[0]!.id },
        query: { moveTo: statusOf(position, type).id },
      })
      expect(status).toBe(409)
      expect(body.message).toContain(statusTypes[type].label)
    }
  })

  it('refuses a moveTo that is itself or of another position', async () => {
    const position = await open('Here')
    const other = await open('There')
    for (const moveTo of [position.statuses[0]!.id, other.statuses[0]!.id]) {
      const { status, body } = await server.call(contract.deleteStatus, {
        as: admin,
        params: { id: position.statuses[0]!.id },
        query: { moveTo },
      })
      expect(status).toBe(422)
      expect(body.details).toHaveProperty('moveTo')
    }
  })

  it('refuses the last closed status and the last open one', async () => {
    const position = await open('Two only', {
      statuses: [
        { name: 'In', type: 'lead' },
        { name: 'Out', type: 'closed' },
      ],
    })
    for (const { id } of position.statuses)
      expect((await server.call(contract.deleteStatus, { as: admin, params: { id } })).status).toBe(409)
  })

  it('lets an application deleted earlier be restored in another status', async () => {
    const position = await open('Come back')
    const application = await apply(position, 'qualified')
    const params = { id: application.id }
    await server.call(deleteApplication, { as: admin, params })
    const qualified = statusOf(position, 'qualified')
    expect(
      (await server.call(contract.deleteStatus, { as: admin, params: { id: qualified.id } })).status,
    ).toBe(204)
    expect((await server.call(restoreApplication, { as: admin, params })).status).toBe(200)
    const { body } = await server.call(getApplication, { as: admin, params })
    expect(body.status.type).toBe('lead')
  })

  it('loses no concurrent application', async () => {
    const position = await open('Busy door')
    const [lead, contacted] = [position.statuses[0]!, position.statuses[1]!]
    const arrivals = Array.from({ length: 12 }, (_, index) =>
      server.call(createApplication, {
        as: admin,
        body: { positionId: position.id, statusId: lead.id, candidate: { name: `Arriving ${index}` } },
      }),
    )
    const removal = server.call(contract.deleteStatus, {
      as: admin,
      params: { id: lead.id },
      query: { moveTo: contacted.id },
    })
    const answers = await Promise.all(arrivals)
    expect((await removal).status).toBe(204)
    const rows = await server.db
      .selectFrom('applications')
      .where('position_id', '=', position.id)
      .select('status_id')
      .execute()
    expect(rows).toHaveLength(answers.filter((answer) => answer.status === 201).length)
    expect(rows.every((row) => row.status_id === contacted.id)).toBe(true)
  })
})

describe('restoreStatus', () => {
  it('is possible for 30 days', async () => {
    const position = await open('Late restore')
    const params = { id: statusOf(position, 'offer').id }
    await server.call(contract.deleteStatus, { as: admin, params })
    const restoreAfter = async (days: number) => {
      await server.db
        .updateTable('statuses')
        .set({ deleted_at: sql`now() - make_interval(days => ${days})` })
        .where('id', '=', params.id)
        .execute()
      return (await server.call(contract.restoreStatus, { as: admin, params })).status
    }
    expect([await restoreAfter(31), await restoreAfter(29)]).toEqual([404, 200])
  })

  it('restores none beyond the thirty that a position may have', async () => {
    const position = await open('Full')
    const { id } = statusOf(position, 'offer')
    await server.call(contract.deleteStatus, { as: admin, params: { id } })
    for (let added = position.statuses.length - 1; added < 30; added++) {
      const body = { positionId: position.id, name: `Status ${added}`, type: 'lead' as const }
      expect((await server.call(contract.createStatus, { as: admin, body })).status).toBe(201)
    }
    expect((await server.call(contract.restoreStatus, { as: admin, params: { id } })).status).toBe(409)
  })

  it('restores the status to its place with the applications its deletion moved, unless they moved again', async () => {
    const position = await open('Restored column')
    const [lead, contacted, qualified] = position.statuses.map((status) => status.id)
    const staying = await apply(position)
    const going = await apply(position)
    await server.call(contract.deleteStatus, {
      as: admin,
      params: { id: lead! },
      query: { moveTo: contacted! },
    })
    const move = { as: admin, params: { id: position.id } }
    await server.call(moveApplications, {
      ...move,
      body: { applicationIds: [going.id], toStatusId: qualified! },
    })
    const { status } = await server.call(contract.restoreStatus, { as: admin, params: { id: lead! } })
    expect(status).toBe(200)
    expect((await names(position.id))[0]).toBe('New lead')
    expect((await loadApplicationRow(staying.id)).status_id).toBe(lead)
    expect((await loadApplicationRow(going.id)).status_id).toBe(qualified)
    expect((await server.call(contract.restoreStatus, { as: admin, params: { id: lead! } })).status).toBe(404)
  })

  it('refuses a name that is in use again', async () => {
    const position = await open('Taken name')
    const offer = statusOf(position, 'offer')
    await server.call(contract.deleteStatus, { as: admin, params: { id: offer.id } })
    await server.call(contract.createStatus, {
      as: admin,
      body: { positionId: position.id, name: offer.name, type: 'offer' },
    })
    const { status } = await server.call(contract.restoreStatus, { as: admin, params: { id: offer.id } })
    expect(status).toBe(409)
  })
})

describe('getPosition', () => {
  it('counts applications in each type, and those that reached it or went further', async () => {
    const position = await open('Counted')
    await apply(position)
    const interviewed = await apply(position, 'interview')
    await server.call(closeApplication, {
      as: admin,
      params: { id: interviewed.id },
      body: { disposition: 'withdrawn' },
    })
    const { body } = await server.call(contract.getPosition, { as: admin, params: { id: position.id } })
    expect(body.counts).toMatchObject({ lead: 1, interview: 0, closed: 1 })
    expect(body.reached).toMatchObject({ lead: 2, contacted: 1, interview: 1, offer: 0, hired: 0, closed: 1 })
  })
})

describe('getPosition for a coordinator', () => {
  it('counts those who reached a type among the applications they own', async () => {
    const position = await open('Owned in part')
    const coordinator = await server.addUser(admin.workspaceId, 'coordinator')
    await apply(position, 'interview')
    const own = await apply(position)
    await server.db
      .updateTable('applications')
      .set({ owner_id: coordinator.id })
      .where('id', '=', own.id)
      .execute()
    const { body } = await server.call(contract.getPosition, {
      as: coordinator,
      params: { id: position.id },
    })
    expect(body.reached).toMatchObject({ lead: 1, interview: 0 })
  })
})

describe('listPositionActivity', () => {
  it('lists the history of its applications, newest first by page, without deleted ones', async () => {
    const position = await open('Busy')
    const application = await apply(position)
    const gone = await apply(position)
    await server.call(deleteApplication, { as: admin, params: { id: gone.id } })
    const comment = { as: admin, params: { id: application.id }, body: { body: 'Asks for nights' } }
    await server.call(createComment, comment)
    const params = { id: position.id }
    const { body } = await server.call(contract.listPositionActivity, {
      as: admin,
      params,
      query: { limit: 1 },
    })
    expect(body.items).toMatchObject([{ kind: 'comment', application: { id: application.id } }])
    expect(body.total).toEqual({ value: 2, atLeast: false })
    const next = await server.call(contract.listPositionActivity, {
      as: admin,
      params,
      query: { limit: 1, cursor: body.nextCursor! },
    })
    expect(next.body.items).toMatchObject([{ kind: 'created' }])
    expect(next.body.nextCursor).toBeNull()
    const comments = await server.call(contract.listPositionActivity, {
      as: admin,
      params,
      query: { kind: 'created' },
    })
    expect(comments.body.items).toHaveLength(1)
  })
})

describe('listPositionActivity for a reviewer of the client', () => {
  it('leaves out what colleagues wrote and changed', async () => {
    const position = await open('Reviewed')
    const { id } = await apply(position, 'submitted')
    const body = { body: 'Wants more than they pay' }
    expect((await server.call(createComment, { as: admin, params: { id }, body })).status).toBe(201)
    const reviewer = await server.addUser(admin.workspaceId, 'client_reviewer', { companyId })
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['applications:read'] })
      .where('id', '=', reviewer.id)
      .execute()
    const { body: list } = await server.call(contract.listPositionActivity, {
      as: reviewer,
      params: { id: position.id },
      query: {},
    })
    expect(list.items.filter(({ kind }) => kind === 'comment')).toEqual([])
    expect(JSON.stringify(list)).not.toContain('Wants more')
  })
})

describe('getPositionPeople', () => {
  it('leaves out who acted more than 28 days ago', async () => {
    const position = await open('Long ago')
    const { body: application } = await server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name: 'Acted on' } },
    })
    const active = async () => {
      const params = { id: position.id }
      return (await server.call(contract.getPositionPeople, { as: admin, params })).body.active.length
    }
    expect(await active()).toBe(1)
    await server.db
      .updateTable('activity_logs')
      .set({ at: sql`now() - interval '29 days'` })
      .where('application_id', '=', application.id)
      .execute()
    expect(await active()).toBe(0)
  })

  it('lists its agents, without deleted ones, for those who may view agents', async () => {
    const position = await open('With agents')
    for (const [name, deletedAt] of [
      ['Nova', null],
      ['Gone', '2026-01-01'],
    ] as const) {
      const id = newId()
      await server.db
        .insertInto('agents')
        .values({ workspace_id: admin.workspaceId, id, name, kind: 'voice', deleted_at: deletedAt })
        .execute()
      await server.db
        .insertInto('agent_positions')
        .values({ workspace_id: admin.workspaceId, agent_id: id, position_id: position.id })
        .execute()
    }
    const unallowed = await server.addUser(admin.workspaceId, 'recruiter')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['agents:read'] })
      .where('id', '=', unallowed.id)
      .execute()
    const agents = async (as: TestUser) =>
      (await server.call(contract.getPositionPeople, { as, params: { id: position.id } })).body.agents.map(
        ({ name }) => name,
      )
    expect([await agents(admin), await agents(unallowed)]).toEqual([['Nova'], []])
  })

  it('lists to a coordinator only who acted on applications of theirs', async () => {
    const position = await open('Acted on in part')
    const coordinator = await server.addUser(admin.workspaceId, 'coordinator')
    await apply(position)
    const { body } = await server.call(contract.getPositionPeople, {
      as: coordinator,
      params: { id: position.id },
    })
    expect(body.active).toEqual([])
  })

  it('lists who acted on its applications recently', async () => {
    const position = await open('Peopled')
    await apply(position)
    const { body } = await server.call(contract.getPositionPeople, { as: admin, params: { id: position.id } })
    expect(body).toMatchObject({ agents: [], active: [{ id: admin.id, actions: 1 }] })
  })
})

describe('orderStatuses', () => {
  it('accepts the full list, bare or in statusIds', async () => {
    const position = await open('Ordered')
    const ids = position.statuses.map((status) => status.id).reverse()
    const params = { id: position.id }
    const { body } = await server.call(contract.orderStatuses, { as: admin, params, body: ids })
    expect(body.items.map((status) => status.id)).toEqual(ids)
    const back = [...ids].reverse()
    const again = await server.call(contract.orderStatuses, { as: admin, params, body: { statusIds: back } })
    expect(again.body.items.map((status) => status.id)).toEqual(back)
    expect(await names(position.id)).toHaveLength(8)
  })

  it('refuses a list that is not exactly its statuses', async () => {
    const position = await open('Unordered')
    const other = await open('Not this one')
    const ids = position.statuses.map((status) => status.id)
    for (const list of [ids.slice(1), [...ids, ids[0]!], [other.statuses[0]!.id, ...ids.slice(1)]]) {
      const { status, body } = await server.call(contract.orderStatuses, {
        as: admin,
        params: { id: position.id },
        body: list,
      })
      expect(status).toBe(422)
      expect(body.details).toHaveProperty('statusIds')
    }
  })
})

describe('a pipeline', () => {
  it('does not change positions already created from it', async () => {
    const { body: pipeline } = await server.call(createPipeline, { as: admin, body: { name: 'Passing' } })
    const position = await open('Made from it', { pipelineId: pipeline.id })
    const params = { id: pipeline.stages[0]!.id }
    await server.call(updateStage, { as: admin, params, body: { name: 'Renamed' } })
    expect((await names(position.id))[0]).toBe('New lead')
  })
})
