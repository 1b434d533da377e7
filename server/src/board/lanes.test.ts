import { undoBatch } from '@muster/contract/application-selection.ts'
import { createApplication } from '@muster/contract/applications.ts'
import * as contract from '@muster/contract/board.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let pipelineId: string
let ada: TestUser
let ben: TestUser

beforeAll(async () => {
  server = await startTestServer()
  ;({ workspaceId, pipelineId } = await server.addWorkspace())
  ada = await server.addUser(workspaceId, 'recruiter', { name: 'Ada' })
  ben = await server.addUser(workspaceId, 'recruiter', { name: 'Ben' })
})

afterAll(() => server?.stop())

async function apply(to: TestPosition, name: string, ownerId?: string): Promise<string> {
  const body = { positionId: to.id, candidate: { name }, ownerId }
  return (await server.call(createApplication, { as: ada, body })).body.id
}

async function rowOf(id: string) {
  return server.db
    .selectFrom('applications')
    .where('id', '=', id)
    .select(['status_id', 'owner_id', 'version'])
    .executeTakeFirstOrThrow()
}

type MoveBody = Parameters<typeof server.call<typeof contract.moveApplications>>[1] extends
  | { body?: infer Body }
  | undefined
  ? Body
  : never

function move(as: TestUser, board: string, body: MoveBody) {
  return server.call(contract.moveApplications, { as, params: { id: board }, body })
}

async function lanes(as: TestUser, board: string, group: 'owner' | 'company') {
  const { body } = await server.call(contract.listBoardLanes, {
    as,
    params: { id: board },
    query: { group },
  })
  return body.lanes.map(({ id, counts }) => ({ id, counts: counts.map(({ count }) => count) }))
}

describe('listBoardLanes', () => {
  it("counts each owner's cards by column: the requester's first, unassigned last", async () => {
    const position = await addPosition(server.db, workspaceId)
    for (const owner of [ada.id, ben.id, ben.id, undefined]) await apply(position, 'A', owner)
    const moved = await apply(position, 'B', ben.id)
    await move(ada, position.id, { applicationIds: [moved], toStatusId: position.statuses.contacted })
    expect(await lanes(ben, position.id, 'owner')).toEqual([
      { id: ben.id, counts: expect.arrayContaining([2, 1]) },
      { id: ada.id, counts: [1] },
      { id: 'none', counts: [1] },
    ])
  })

  it("groups a pipeline's board by company; a lane equals the board of that company", async () => {
    const own = await server.addWorkspace()
    const as = await server.addUser(own.workspaceId, 'recruiter')
    const first = await addPosition(server.db, own.workspaceId)
    const second = await addPosition(server.db, own.workspaceId, { companyId: first.companyId })
    const other = await addPosition(server.db, own.workspaceId)
    for (const { id } of [first, second, other])
      await server.call(createApplication, { as, body: { positionId: id, candidate: { name: id } } })
    expect(new Set(await lanes(as, own.pipelineId, 'company'))).toEqual(
      new Set([
        { id: first.companyId, counts: [2] },
        { id: other.companyId, counts: [1] },
      ]),
    )
    const { body } = await server.call(contract.getBoard, {
      as,
      params: { id: own.pipelineId },
      query: { companyId: first.companyId },
    })
    expect(body.columns[0]!.cards.map((card) => card.position.id).sort()).toEqual(
      [first.id, second.id].sort(),
    )
    expect(body.columns[0]!.total.value).toBe(2)
  })
})

describe('moveApplications', () => {
  it('assigns with the move, and one undo reverts both', async () => {
    const position = await addPosition(server.db, workspaceId)
    const id = await apply(position, 'A', ada.id)
    const { body } = await move(ada, position.id, {
      applicationIds: [id],
      toStatusId: position.statuses.contacted,
      ownerId: ben.id,
    })
    expect(await rowOf(id)).toEqual({
      status_id: position.statuses.contacted,
      owner_id: ben.id,
      version: body.places[0]!.version,
    })
    await server.call(undoBatch, { as: ada, body: { batchId: body.batchId! } })
    expect(await rowOf(id)).toMatchObject({ status_id: position.statuses.lead, owner_id: ada.id })
  })

  it('only assigns a card that stays in its column, and an undo takes that back', async () => {
    const position = await addPosition(server.db, workspaceId)
    const id = await apply(position, 'A', ada.id)
    const { body } = await move(ada, position.id, {
      applicationIds: [id],
      toStatusId: position.statuses.lead,
      ownerId: ben.id,
    })
    expect(await rowOf(id)).toMatchObject({ status_id: position.statuses.lead, owner_id: ben.id })
    await server.call(undoBatch, { as: ada, body: { batchId: body.batchId! } })
    expect(await rowOf(id)).toMatchObject({ owner_id: ada.id })
  })

  it('refuses to assign without the permission to edit applications', async () => {
    const manager = await server.addUser(workspaceId, 'hiring_manager')
    const position = await addPosition(server.db, workspaceId, { hiringManagerId: manager.id })
    const id = await apply(position, 'A')
    const { status } = await move(manager, position.id, {
      applicationIds: [id],
      toStatusId: position.statuses.contacted,
      ownerId: ben.id,
    })
    expect(status).toBe(403)
    expect(await rowOf(id)).toMatchObject({ status_id: position.statuses.lead, owner_id: null })
  })

  it('assigns nobody who is suspended, and moves nothing then', async () => {
    const board = await addPosition(server.db, workspaceId)
    const id = await apply(board, 'Stays')
    const gone = await server.addUser(workspaceId, 'recruiter')
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.id).execute()
    const { status, body } = await move(ada, board.id, {
      applicationIds: [id],
      toStatusId: board.statuses.contacted,
      ownerId: gone.id,
    })
    expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['ownerId']])
    expect(await rowOf(id)).toMatchObject({ status_id: board.statuses.lead, owner_id: null })
  })

  it('moves a card that a colleague moved first, logs both moves and names the colleague', async () => {
    const position = await addPosition(server.db, workspaceId)
    const id = await apply(position, 'A')
    const { lead, contacted, offer, closed } = position.statuses
    const seen = [{ applicationId: id, statusId: lead }]
    await move(ben, pipelineId, { applicationIds: [id], toStatusId: await stage('offer') })
    const moved = await move(ada, position.id, { applicationIds: [id], toStatusId: contacted, seen })
    expect(moved.body.overtaken).toEqual([
      { applicationId: id, by: { id: ben.id, name: 'Ben' }, status: { id: offer, name: expect.any(String) } },
    ])
    const logs = await server.db
      .selectFrom('activity_logs')
      .where('application_id', '=', id)
      .where('kind', '=', 'moved')
      .orderBy('at')
      .select('to_status_id')
      .execute()
    expect(logs.map((log) => log.to_status_id)).toEqual([offer, contacted])
    await move(ben, position.id, {
      applicationIds: [id],
      toStatusId: closed,
      close: { disposition: 'withdrawn' },
    })
    const late = await move(ada, position.id, {
      applicationIds: [id],
      toStatusId: lead,
      seen: [{ applicationId: id, statusId: contacted }],
    })
    expect(late.status).toBe(409)
    expect(JSON.stringify(late.body)).toContain('Ben has already closed A')
    expect(await rowOf(id)).toMatchObject({ status_id: closed })
  })
})

async function stage(type: string): Promise<string> {
  const { id } = await server.db
    .selectFrom('stages')
    .where('workspace_id', '=', workspaceId)
    .where('pipeline_id', '=', pipelineId)
    .where('type', '=', type)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
