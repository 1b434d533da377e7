import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import {
  closeApplication,
  createApplication,
  deleteApplication,
  getApplication,
  restoreApplication,
} from '@muster/contract/applications.ts'
import { createCompany } from '@muster/contract/companies.ts'
import * as contract from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

const dayMs = 86_400_000
const enteredAt = '2026-01-01T00:00:00.000Z'

let server: TestServer
let workspaceId: string
let admin: TestUser
let colleague: TestUser
let companyId: string
let position: Awaited<ReturnType<typeof openPosition>>
let statusIds: { lead: string; contacted: string; hired: string }

async function openPosition() {
  const { status, body } = await server.call(contract.createPosition, {
    as: admin,
    body: {
      name: 'Welder',
      companyId,
      statuses: [
        { name: 'In', type: 'lead', slaDays: 9 },
        { name: 'Called', type: 'contacted', slaDays: 3 },
        { name: 'Hired', type: 'hired' },
        { name: 'Out', type: 'closed' },
        { name: 'Out as well', type: 'closed' },
      ],
    },
  })
  expect(status).toBe(201)
  return body
}

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  colleague = await server.addUser(workspaceId, 'admin')
  companyId = (await server.call(createCompany, { as: admin, body: { name: 'Norvik' } })).body.id
})

beforeEach(async () => {
  position = await openPosition()
  const [lead, contacted, hired] = position.statuses.map(({ id }) => id)
  statusIds = { lead: lead!, contacted: contacted!, hired: hired! }
})

afterAll(() => server?.stop())

let people = 0

/** An application that entered its status on 1 January. */
async function apply(): Promise<string> {
  people += 1
  const { body } = await server.call(createApplication, {
    as: admin,
    body: { positionId: position.id, statusId: statusIds.lead, candidate: { name: `Person ${people}` } },
  })
  await sql`update activity_logs set at = ${enteredAt} where application_id = ${body.id}`.execute(server.db)
  await server.db
    .updateTable('applications')
    .set({ entered_status_at: enteredAt, due_at: '2026-01-10T00:00:00.000Z' })
    .where('id', '=', body.id)
    .execute()
  return body.id
}

const remove = (id: string) => server.call(deleteApplication, { as: admin, params: { id } })
const restore = (id: string) => server.call(restoreApplication, { as: admin, params: { id } })
const removeStatus = async (id = statusIds.lead, query = {}) =>
  expect((await server.call(contract.deleteStatus, { as: admin, params: { id }, query })).status).toBe(204)
const restoreStatus = async (as = admin) =>
  expect((await server.call(contract.restoreStatus, { as, params: { id: statusIds.lead } })).status).toBe(200)

function look(id: string) {
  return server.db.selectFrom('applications').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
}

function movesOf(id: string) {
  return server.db
    .selectFrom('activity_logs')
    .where('application_id', '=', id)
    .where('cause', '=', 'status_deleted')
    .orderBy('at')
    .orderBy('id')
    .selectAll()
    .execute()
}

/** Expects the move in its history, and its times to be those of that move. */
async function expectMovedAway(id: string) {
  const [move, ...more] = await movesOf(id)
  expect(more).toEqual([])
  expect(move).toMatchObject({
    kind: 'moved',
    user_id: admin.id,
    from_status_id: statusIds.lead,
    from_type: 'lead',
    to_status_id: statusIds.contacted,
    to_type: 'contacted',
    reverted_at: null,
  })
  const row = await look(id)
  expect(row).toMatchObject({
    deleted_at: null,
    status_id: statusIds.contacted,
    status_type: 'contacted',
    reached: 1,
    entered_status_at: move!.at,
  })
  expect(Date.parse(row.due_at!) - Date.parse(move!.at)).toBe(3 * dayMs)
}

async function expectAsItWas(id: string) {
  expect(await look(id)).toMatchObject({
    deleted_at: null,
    status_id: statusIds.lead,
    status_type: 'lead',
    reached: 0,
    entered_status_at: enteredAt,
    due_at: '2026-01-10T00:00:00.000Z',
  })
}

describe('a deleted application whose status is deleted', () => {
  it('has the move in its history when it is restored, with its entry time and due date', async () => {
    const id = await apply()
    await remove(id)
    await removeStatus()
    expect((await restore(id)).status).toBe(200)
    await expectMovedAway(id)
    const { body } = await server.call(getApplication, { as: admin, params: { id } })
    expect(body.status).toMatchObject({ id: statusIds.contacted })
  })

  it('has it too when many are restored together, or their deletion is undone', async () => {
    const ids = [await apply(), await apply(), await apply()]
    const [single, ...many] = ids
    const removed = await server.call(bulkApplications, {
      as: admin,
      body: { applicationIds: many, action: { kind: 'delete' } },
    })
    await remove(single!)
    await removeStatus()
    const together = await server.call(bulkApplications, {
      as: admin,
      body: { applicationIds: [single!], action: { kind: 'restore' } },
    })
    expect(together.body).toMatchObject({ changed: 1, refused: [] })
    const undone = await server.call(undoBatch, { as: admin, body: { batchId: removed.body.batchId! } })
    expect(undone.body).toMatchObject({ changed: 2, refused: [] })
    for (const id of ids) await expectMovedAway(id)
  })

  it('is unchanged when the deletion of the status is undone first', async () => {
    const [id, live] = [await apply(), await apply()]
    const removed = await server.call(bulkApplications, {
      as: admin,
      body: { applicationIds: [id], action: { kind: 'delete' } },
    })
    await removeStatus(statusIds.lead, { moveTo: statusIds.contacted })
    await restoreStatus()
    const undone = await server.call(undoBatch, { as: admin, body: { batchId: removed.body.batchId! } })
    expect(undone.body).toMatchObject({ changed: 1, refused: [] })
    await expectAsItWas(id)
    await expectAsItWas(live)
    const [move, back] = await movesOf(id)
    expect(move).toMatchObject({ kind: 'moved', reverted_at: expect.any(String) })
    expect(back).toMatchObject({ kind: 'reverted', user_id: admin.id, to_status_id: statusIds.lead })
  })

  it('stays in its new status when the deletion of the status is undone afterwards', async () => {
    const id = await apply()
    await remove(id)
    await removeStatus()
    await restore(id)
    await restoreStatus()
    await expectMovedAway(id)
  })

  it('stays in the other status when a colleague restores the status, as live applications do', async () => {
    const [id, live] = [await apply(), await apply()]
    await remove(id)
    await removeStatus(statusIds.lead, { moveTo: statusIds.contacted })
    await restoreStatus(colleague)
    await restore(id)
    await expectMovedAway(id)
    await expectMovedAway(live)
  })

  it('keeps its disposition and has no due date if it was closed', async () => {
    const id = await apply()
    await server.call(closeApplication, { as: admin, params: { id }, body: { disposition: 'withdrawn' } })
    const closed = await look(id)
    await remove(id)
    await removeStatus(closed.status_id)
    await restore(id)
    expect(await look(id)).toMatchObject({
      disposition: 'withdrawn',
      closed_at: closed.closed_at,
      due_at: null,
      status_type: 'closed',
    })
    expect(await movesOf(id)).toMatchObject([{ from_type: 'closed', to_type: 'closed' }])
  })

  it('cannot be restored until its status is, if there is no other of its kind', async () => {
    const id = await apply()
    await sql`
      update applications set status_id = ${statusIds.hired}, status_type = 'hired', closed_at = now(), disposition = 'hired'
      where id = ${id}
    `.execute(server.db)
    await remove(id)
    await removeStatus(statusIds.hired)
    const refused = await restore(id)
    expect([refused.status, (refused.body as { message?: string }).message]).toEqual([
      409,
      'The status is deleted. Restore it first.',
    ])
    await server.call(contract.restoreStatus, { as: admin, params: { id: statusIds.hired } })
    expect((await restore(id)).status).toBe(200)
  })

  it('does not affect deleted applications of another workspace or status', async () => {
    const here = await apply()
    const there = await apply()
    await sql`update applications set status_id = ${statusIds.contacted}, status_type = 'contacted' where id = ${there}`.execute(
      server.db,
    )
    const { workspaceId: other } = await server.addWorkspace()
    const stranger = await server.addUser(other, 'admin')
    for (const id of [here, there]) await remove(id)
    const before = await look(there)
    const params = { id: statusIds.lead }
    expect((await server.call(contract.deleteStatus, { as: stranger, params })).status).toBe(404)
    expect(await movesOf(here)).toEqual([])
    await removeStatus()
    expect((await server.call(contract.restoreStatus, { as: stranger, params })).status).toBe(404)
    expect((await look(here)).status_id).toBe(statusIds.contacted)
    expect(await look(there)).toEqual(before)
    expect(await movesOf(there)).toEqual([])
  })
})

describe('outgoing webhooks of a deleted application', () => {
  async function messagesOf(id: string) {
    const { rows } = await sql<{ kind: string; to_status_id: string | null }>`
      select l.kind, l.to_status_id from webhook_deliveries d
      join activity_logs l on l.workspace_id = d.workspace_id and l.id = d.entry_id
      where d.workspace_id = ${workspaceId} and d.application_id = ${id} and d.event = 'application.moved'
      order by d.created_at, l.at
    `.execute(server.db)
    return rows
  }

  beforeAll(async () => {
    await sql`
      insert into outgoing_webhooks (workspace_id, id, url, events, secret, created_by)
      values (${workspaceId}, gen_random_uuid(), 'https://hooks.invalid/', ${['application.moved']}, 'sealed', ${admin.id})
    `.execute(server.db)
  })

  it('send its move once, when it is restored', async () => {
    const [id, live] = [await apply(), await apply()]
    await remove(id)
    await removeStatus(statusIds.lead, { moveTo: statusIds.contacted })
    expect(await messagesOf(id)).toEqual([])
    expect(await messagesOf(live)).toHaveLength(1)
    await restore(id)
    const sent = [{ kind: 'moved', to_status_id: statusIds.contacted }]
    expect(await messagesOf(id)).toEqual(sent)
    await remove(id)
    await restore(id)
    expect(await messagesOf(id)).toEqual(sent)
  })

  it('send nothing about a move that was undone before it was restored', async () => {
    const id = await apply()
    await remove(id)
    await removeStatus()
    await restoreStatus()
    await restore(id)
    expect(await messagesOf(id)).toEqual([])
  })
})
