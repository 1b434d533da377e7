import { createComment } from '@muster/contract/activity-logs.ts'
import { createApiKey } from '@muster/contract/api-keys.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { createApplication, getApplication, updateApplication } from '@muster/contract/applications.ts'
import { logCall } from '@muster/contract/calls.ts'
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

/** Adds a coordinator who sees only their own applications and may edit them. */
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
  it('is refused to a user who lost the permission for the change', async () => {
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

  const move = (id: string, type: 'contacted' | 'submitted', as = owner) =>
    act(as, id, { kind: 'move', toStatusType: type })

  it("is not found for a colleague's change", async () => {
    const id = await apply()
    const batchId = await move(id, 'contacted')
    const colleague = await server.addUser(workspaceId, 'admin')
    expect((await server.call(undoBatch, { as: colleague, body: { batchId } })).status).toBe(404)
    expect(await undo(owner, batchId)).toEqual([1])
    expect((await server.call(undoBatch, { as: owner, body: { batchId } })).status).toBe(404)
  })

  it('is not blocked by a comment or a call made since, but by an edit', async () => {
    const [commented, edited] = [await apply(), await apply()]
    const batches = [await move(commented, 'contacted'), await move(edited, 'contacted')]
    await server.call(createComment, { as: owner, params: { id: commented }, body: { body: 'Hello' } })
    await server.call(logCall, { as: owner, body: { applicationId: commented, endReason: 'no_answer' } })
    await server.call(updateApplication, { as: owner, params: { id: edited }, body: { source: 'Fair' } })
    expect(await undo(owner, batches[0]!)).toEqual([1])
    expect(await undo(owner, batches[1]!)).toEqual([0, 'CONFLICT'])
  })

  it('of a move lowers the furthest status reached again', async () => {
    const id = await apply()
    await move(id, 'contacted')
    const further = await move(id, 'submitted')
    const reached = async () =>
      (
        await server.db
          .selectFrom('applications')
          .where('id', '=', id)
          .select('reached')
          .executeTakeFirstOrThrow()
      ).reached
    expect(await reached()).toBe(3)
    await undo(owner, further)
    expect(await reached()).toBe(1)
  })

  it('of a reopening is refused: close it again instead', async () => {
    const id = await apply()
    await act(owner, id, { kind: 'close', disposition: 'spam', reasonId: null, note: null })
    expect(await undo(owner, await act(owner, id, { kind: 'reopen' }))).toEqual([0, 'CONFLICT'])
  })

  it('of two tags of one batch restores the tags from before both', async () => {
    const id = await apply()
    const tag = (name: string, batchId?: string) =>
      server.call(bulkApplications, {
        as: owner,
        body: { applicationIds: [id], action: { kind: 'tag', add: [name], remove: [] }, batchId },
      })
    const { body } = await tag('one')
    await tag('two', body.batchId!)
    await undo(owner, body.batchId!)
    const { tags } = (await server.call(getApplication, { as: owner, params: { id } })).body
    expect(tags).toEqual([])
  })

  it('is refused to a read-only API key, whatever its owner did', async () => {
    const id = await apply()
    const tagged = await act(owner, id, { kind: 'tag', add: ['night'], remove: [] })
    const key = await server.call(createApiKey, {
      as: owner,
      body: { name: 'Reads', permissions: ['applications:read'], expiresAt: null },
    })
    expect(await undo({ ...owner, accessToken: key.body.key }, tagged)).toEqual([0, 'FORBIDDEN'])
  })

  it('changes nothing that the requester no longer sees', async () => {
    const id = await apply()
    const person = await assignToCoordinator(id)
    const tagged = await act(person, id, { kind: 'tag', add: ['night'], remove: [] })
    await server.db.updateTable('applications').set({ owner_id: owner.id }).where('id', '=', id).execute()
    expect(await undo(person, tagged)).toEqual([0, 'NOT_FOUND'])
  })

  it('restores an application that was assigned to somebody else', async () => {
    const id = await apply()
    const person = await assignToCoordinator(id)
    const away = await act(person, id, { kind: 'assign', ownerId: owner.id })
    expect(await undo(person, away)).toEqual([1])
  })

  const at = '2031-01-01T09:00:00.000Z'

  async function closeWithCallback() {
    const id = await apply()
    await act(owner, id, { kind: 'callback', callbackAt: at })
    const closed = await act(owner, id, {
      kind: 'close',
      disposition: 'unreachable',
      reasonId: null,
      note: null,
    })
    return { id, closed }
  }

  const load = async (id: string) => (await server.call(getApplication, { as: owner, params: { id } })).body

  it('of a closing gives back the callback that it removed', async () => {
    const { id, closed } = await closeWithCallback()
    expect(await load(id)).toMatchObject({ callbackAt: null, disposition: { kind: 'unreachable' } })
    expect(await undo(owner, closed)).toEqual([1])
    expect(await load(id)).toMatchObject({ callbackAt: at, disposition: null })
  })

  it('of a closing gives no callback to somebody who asked not to be called meanwhile', async () => {
    const { id, closed } = await closeWithCallback()
    await server.db
      .updateTable('candidates')
      .set({ do_not_call: true })
      .where('id', '=', (await load(id)).candidate.id)
      .execute()
    expect(await undo(owner, closed)).toEqual([1])
    expect(await load(id)).toMatchObject({ callbackAt: null, disposition: null })
  })

  it('of a closing gives the callback back to whoever may close but set no callbacks', async () => {
    const { id, closed } = await closeWithCallback()
    const closer = await server.addUser(workspaceId, 'recruiter')
    await server.call(setUserPermissions, {
      as: owner,
      params: { id: closer.id },
      body: { permissions: ['applications:read', 'applications:close', 'applications:move'] },
    })
    await server.db
      .updateTable('activity_logs')
      .set({ user_id: closer.id })
      .where('batch_id', '=', closed)
      .execute()
    expect(await undo(closer, closed)).toEqual([1])
    expect((await load(id)).callbackAt).toBe(at)
  })

  it('of a closing without a callback makes none', async () => {
    const id = await apply()
    const closed = await act(owner, id, {
      kind: 'close',
      disposition: 'unreachable',
      reasonId: null,
      note: null,
    })
    expect(await undo(owner, closed)).toEqual([1])
    expect((await load(id)).callbackAt).toBeNull()
  })
})
