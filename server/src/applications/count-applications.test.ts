import * as contract from '@muster/contract/application-counts.ts'
import { bulkApplications, selectApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { createApplication, listApplications } from '@muster/contract/applications.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let recruiter: TestUser
let coordinator: TestUser
let one: TestPosition
let other: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  recruiter = await server.addUser(workspaceId, 'recruiter')
  coordinator = await server.addUser(workspaceId, 'coordinator')
  one = await addPosition(server.db, workspaceId)
  other = await addPosition(server.db, workspaceId)
  for (const name of ['Ana', 'Ben', 'Cleo']) await apply(name, one, { source: 'Fair', tags: ['night'] })
  await apply('Dan', other, { ownerId: coordinator.id })
})

afterAll(() => server?.stop())

async function apply(name: string, to: TestPosition, more: object = {}): Promise<string> {
  const body = { positionId: to.id, candidate: { name }, ...more }
  return (await server.call(createApplication, { as: recruiter, body })).body.id
}

async function facets(
  by: (typeof contract.facetFilters)[number],
  values: string[],
  more: object = {},
  as = recruiter,
) {
  const { body } = await server.call(contract.countApplicationFacets, { as, query: { by, values, ...more } })
  return body.counts.map(({ count }) => count.value)
}

function bulk(applicationIds: string[], action: object, more: object = {}) {
  const body = { applicationIds, action, ...more } as never
  return server.call(bulkApplications, { as: recruiter, body })
}

describe('countApplicationFacets', () => {
  it('counts the matches of each value, combined with the other filters', async () => {
    expect(await facets('positionId', [one.id, other.id])).toEqual([3, 1])
    expect(await facets('positionId', [other.id, one.id], { positionId: one.id, q: 'an' })).toEqual([1, 1])
    expect(await facets('source', ['Fair', 'Nowhere'])).toEqual([3, 0])
    expect(await facets('tag', ['night'], { positionId: other.id })).toEqual([0])
    expect(await facets('ownerId', ['none', 'me'], {}, coordinator)).toEqual([0, 1])
  })

  it('refuses what the filter would refuse', async () => {
    const query = { by: 'positionId' as const, values: ['x'] }
    expect((await server.call(contract.countApplicationFacets, { as: recruiter, query })).status).toBe(422)
  })
})

describe('listApplicationFacets', () => {
  it('lists sources and tags, limited to the applications the requester sees', async () => {
    const read = async (as: TestUser) => (await server.call(contract.listApplicationFacets, { as })).body
    expect(await read(recruiter)).toEqual({ sources: ['Fair'], tags: ['night'] })
    expect(await read(coordinator)).toEqual({ sources: [], tags: [] })
  })
})

describe('countApplications', () => {
  it('counts applications that were created or changed status since', async () => {
    const before = new Date(Date.now() - 60_000).toISOString()
    const count = async (query: object) =>
      (await server.call(contract.countApplications, { as: recruiter, query })).body
    expect(await count({ positionId: one.id, since: before })).toEqual({
      total: { value: 3, atLeast: false },
      news: { value: 3, atLeast: false },
    })
    expect((await count({ since: '2990-01-01T00:00:00.000Z' })).news).toEqual({ value: 0, atLeast: false })
    expect((await count({})).news).toBeNull()
  })
})

describe('selectApplications', () => {
  it('returns ids and how many allow each action', async () => {
    const closed = await apply('Emil', other)
    await bulk([closed], { kind: 'close', disposition: 'spam' })
    const query = { positionId: other.id }
    const { body } = await server.call(selectApplications, { as: recruiter, query })
    expect(body).toMatchObject({ closed: 1, positionIds: [other.id], able: { close: 1, reopen: 1, edit: 2 } })
    expect(body.applicationIds).toHaveLength(2)
    const theirs = await server.call(selectApplications, { as: coordinator, query })
    expect(theirs.body.applicationIds).toHaveLength(1)
  })
})

describe('bulkApplications', () => {
  it('continues a batch, so that one undo reverts all of it', async () => {
    const ids = [await apply('Fay', one), await apply('Gus', one), await apply('Hal', one)]
    const action = { kind: 'tag', add: ['call first'], remove: [] }
    const first = await bulk([ids[0]!], action)
    const batchId = first.body.batchId!
    expect((await bulk(ids.slice(1), action, { batchId })).body).toMatchObject({ changed: 2, batchId })
    const undo = (applicationIds?: string[]) =>
      server.call(undoBatch, { as: recruiter, body: { batchId, applicationIds } })
    expect((await undo([ids[1]!])).body).toMatchObject({ changed: 1 })
    expect((await undo()).body).toMatchObject({ changed: 2 })
    const { body } = await server.call(listApplications, {
      as: recruiter,
      query: { tag: 'call first' },
    })
    expect(body.items).toEqual([])
  })

  it('restores deleted applications unless the candidate applied again; an undo deletes them again', async () => {
    const [gone, again] = [await apply('Ida', one), await apply('Jon', one)]
    await bulk([gone, again], { kind: 'delete' })
    const deleted = { as: recruiter, query: { deleted: 'true' as const } }
    const { body } = await server.call(listApplications, deleted)
    expect(body.items.map(({ can }) => [can.restore, can.move])).toEqual([
      [true, false],
      [true, false],
    ])
    const { candidate } = body.items.find(({ id }) => id === again)!
    await server.call(createApplication, {
      as: recruiter,
      body: { positionId: one.id, candidateId: candidate.id },
    })
    const restored = await bulk([gone, again], { kind: 'restore' })
    expect(restored.body).toMatchObject({ changed: 1, refused: [{ applicationId: again, code: 'CONFLICT' }] })
    await server.call(undoBatch, { as: recruiter, body: { batchId: restored.body.batchId! } })
    expect((await server.call(listApplications, deleted)).body.items).toHaveLength(2)
  })
})

describe('listApplications', () => {
  it('shows deleted applications only to those who may restore them', async () => {
    const query = { deleted: 'true' as const }
    expect((await server.call(listApplications, { as: coordinator, query })).status).toBe(403)
  })
})
