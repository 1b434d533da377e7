import { createApiKey } from '@muster/contract/api-keys.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { createApplication, getApplication } from '@muster/contract/applications.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { setUserPermissions } from '@muster/contract/manage-users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let owner: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner')
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

type Action = BodyOf<typeof bulkApplications>['action']

async function apply(): Promise<string> {
  const { body } = await server.call(createApplication, {
    as: owner,
    body: { positionId: position.id, candidate: { name: 'Ana Field' } },
  })
  return body.id
}

async function act(as: TestUser, id: string, action: Action): Promise<string> {
  const { body } = await server.call(bulkApplications, { as, body: { applicationIds: [id], action } })
  return body.batchId!
}

/** Somebody who sees what is theirs alone, and may write it. */
async function assignToCoordinator(id: string): Promise<TestUser> {
  const person = await server.addUser(workspaceId, 'coordinator')
  await server.db
    .updateTable('users')
    .set({ granted_permissions: ['applications:write'] })
    .where('id', '=', person.id)
    .execute()
  await act(owner, id, { kind: 'assign', ownerId: person.id })
  return person
}

const undo = async (as: TestUser, batchId: string) => {
  const { status, body } = await server.call(undoBatch, { as, body: { batchId } })
  expect(status).toBe(200)
  return [body.changed, ...body.refused.map(({ code }) => code)]
}

describe('an undo', () => {
  it('is refused to whoever lost the right to what they did', async () => {
    const id = await apply()
    const kept = await apply()
    const recruiter = await server.addUser(workspaceId, 'recruiter')
    const tagged = await act(recruiter, id, { kind: 'tag', add: ['night'], remove: [] })
    const deleted = await act(recruiter, kept, { kind: 'delete' })
    const params = { id: recruiter.id }
    const { status } = await server.call(setUserPermissions, {
      as: owner,
      params,
      body: { permissions: ['applications:read'] },
    })
    expect(status).toBe(200)
    expect(await undo(recruiter, tagged)).toEqual([0, 'FORBIDDEN'])
    expect(await undo(recruiter, deleted)).toEqual([0, 'FORBIDDEN'])
    const { body } = await server.call(getApplication, { as: owner, params: { id } })
    expect(body.tags).toEqual(['night'])
  })

  it('is refused to an API key that may only read, whatever its owner did', async () => {
    const id = await apply()
    const tagged = await act(owner, id, { kind: 'tag', add: ['night'], remove: [] })
    const key = await server.call(createApiKey, {
      as: owner,
      body: { name: 'Reads', permissions: ['applications:read'], expiresAt: null },
    })
    expect(await undo({ ...owner, accessToken: key.body.key }, tagged)).toEqual([0, 'FORBIDDEN'])
  })

  it('changes nothing that whoever asks does not see any more', async () => {
    const id = await apply()
    const person = await assignToCoordinator(id)
    const tagged = await act(person, id, { kind: 'tag', add: ['night'], remove: [] })
    await server.db.updateTable('applications').set({ owner_id: owner.id }).where('id', '=', id).execute()
    expect(await undo(person, tagged)).toEqual([0, 'NOT_FOUND'])
  })

  it('gives back what was assigned away', async () => {
    const id = await apply()
    const person = await assignToCoordinator(id)
    const away = await act(person, id, { kind: 'assign', ownerId: owner.id })
    expect(await undo(person, away)).toEqual([1])
  })
})
