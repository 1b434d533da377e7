import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { createApplication, getApplication, updateApplication } from '@muster/contract/applications.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let recruiter: TestUser
let coordinator: TestUser
let position: TestPosition

const at = '2030-01-07T15:30:00.000Z'

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  recruiter = await server.addUser(workspaceId, 'recruiter')
  coordinator = await server.addUser(workspaceId, 'coordinator')
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

async function apply(name: string, ownerId: string | null = null) {
  const body = { positionId: position.id, candidate: { name }, ownerId }
  return (await server.call(createApplication, { as: recruiter, body })).body
}

function change(id: string, body: object, as: TestUser = coordinator) {
  return server.call(updateApplication, { as, params: { id }, body })
}

function changeAll(applicationIds: string[], callbackAt: string | null, as: TestUser = coordinator) {
  return server.call(bulkApplications, {
    as,
    body: { applicationIds, action: { kind: 'callback', callbackAt } },
  })
}

async function callbackOf(id: string) {
  return (await server.call(getApplication, { as: recruiter, params: { id } })).body.callbackAt
}

async function markDoNotCall(candidateId: string) {
  const { status } = await server.call(updateCandidate, {
    as: recruiter,
    params: { id: candidateId },
    body: { doNotCall: true },
  })
  expect(status).toBe(200)
}

describe('a callback', () => {
  it('is set, changed and removed by a coordinator on their own application, and logged', async () => {
    const { id } = await apply('Ours', coordinator.id)
    const seen = await server.call(getApplication, { as: coordinator, params: { id } })
    expect(seen.body.can).toMatchObject({ setCallback: true, edit: false })
    expect((await change(id, { callbackAt: at, version: seen.body.version })).body.callbackAt).toBe(at)
    expect((await change(id, { callbackAt: null, version: seen.body.version })).status).toBe(409)
    expect((await change(id, { callbackAt: null })).body.callbackAt).toBeNull()
    const { body } = await server.call(listActivityLogs, {
      as: recruiter,
      params: { id },
      query: { kind: 'edited' },
    })
    expect(body.items.map(({ field, newValue, actor }) => [field, newValue, actor.id])).toEqual([
      ['callbackAt', null, coordinator.id],
      ['callbackAt', at, coordinator.id],
    ])
  })

  it('is all that a coordinator may change, and only on applications they see', async () => {
    const own = await apply('Still ours', coordinator.id)
    const other = await apply('Of nobody')
    for (const more of [{ source: 'Fair' }, { ownerId: null }, { tags: ['x'] }, { appliedAt: at }]) {
      expect((await change(own.id, { callbackAt: at, ...more })).status).toBe(403)
      expect((await change(own.id, more)).status).toBe(403)
    }
    expect((await change(own.id, {})).status).toBe(403)
    expect((await change(other.id, { callbackAt: at })).status).toBe(404)
    expect(await Promise.all([own.id, other.id].map(callbackOf))).toEqual([null, null])
  })

  it('is set only by those who may edit applications or log calls', async () => {
    const { id } = await apply('Shared')
    const { workspaceId } = recruiter
    const manager = await server.addUser(workspaceId, 'hiring_manager')
    const viewer = await server.addUser(workspaceId, 'viewer')
    expect((await change(id, { callbackAt: at }, viewer)).status).toBe(403)
    expect((await change(id, { callbackAt: at }, manager)).status).toBe(403)
    expect((await changeAll([id], at, viewer)).status).toBe(403)
    expect((await change(id, { callbackAt: at }, recruiter)).status).toBe(200)
    // Permissions are read at the first call.
    const silent = await server.addUser(workspaceId, 'coordinator')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['calls:write'] })
      .where('id', '=', silent.id)
      .execute()
    const own = await apply('May not call', silent.id)
    expect((await change(own.id, { callbackAt: at }, silent)).status).toBe(403)
    expect((await changeAll([own.id], at, silent)).status).toBe(403)
  })

  it('is set on many at once, except hidden ones, and undone', async () => {
    const first = await apply('First', coordinator.id)
    const second = await apply('Second', coordinator.id)
    const other = await apply('Out of sight')
    await change(first.id, { callbackAt: '2031-01-01T00:00:00.000Z' })
    const { body } = await changeAll([first.id, second.id, other.id], at)
    expect(body).toMatchObject({ changed: 2, refused: [{ applicationId: other.id, code: 'NOT_FOUND' }] })
    expect(await Promise.all([first, second, other].map(({ id }) => callbackOf(id)))).toEqual([at, at, null])
    const undone = await server.call(undoBatch, { as: coordinator, body: { batchId: body.batchId! } })
    expect(undone.body).toEqual({ changed: 2, refused: [] })
    expect(await Promise.all([first, second].map(({ id }) => callbackOf(id)))).toEqual([
      '2031-01-01T00:00:00.000Z',
      null,
    ])
  })

  it('is refused for a do-not-call candidate and is not restored for them', async () => {
    const marked = await apply('Not to be called', coordinator.id)
    const other = await apply('May be called', coordinator.id)
    await change(marked.id, { callbackAt: at })
    const { body: removed } = await changeAll([marked.id], null)
    await markDoNotCall(marked.candidate.id)
    expect((await change(marked.id, { callbackAt: at })).status).toBe(409)
    expect((await change(marked.id, { callbackAt: null })).status).toBe(200)
    expect((await changeAll([marked.id, other.id], at)).body).toMatchObject({
      changed: 1,
      refused: [{ applicationId: marked.id, code: 'CONFLICT' }],
    })
    await server.call(undoBatch, { as: coordinator, body: { batchId: removed.batchId! } })
    expect(await callbackOf(marked.id)).toBeNull()
  })

  it("of another workspace's application does not exist", async () => {
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'coordinator')
    const { id } = await apply('Elsewhere')
    expect((await change(id, { callbackAt: at }, stranger)).status).toBe(404)
    expect((await changeAll([id], at, stranger)).body).toMatchObject({
      changed: 0,
      refused: [{ applicationId: id, code: 'NOT_FOUND' }],
    })
  })
})
