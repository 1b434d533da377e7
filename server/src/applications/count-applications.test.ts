import * as contract from '@muster/contract/application-counts.ts'
import { bulkApplications, selectApplications, undoBatch } from '@muster/contract/application-selection.ts'
import {
  closeApplication,
  createApplication,
  getApplication,
  listApplications,
  reopenApplication,
} from '@muster/contract/applications.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import { sql } from 'kysely'
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

describe('a filter finds exactly its applications', () => {
  let as: TestUser
  let position: TestPosition
  let ids: Record<'plain' | 'busy' | 'over' | 'over2', string>

  beforeAll(async () => {
    const { workspaceId } = await server.addWorkspace()
    as = await server.addUser(workspaceId, 'recruiter')
    position = await addPosition(server.db, workspaceId)
    const add = async (name: string, more: object) =>
      (
        await server.call(createApplication, {
          as,
          body: { positionId: position.id, candidate: { name }, ...more },
        })
      ).body.id
    ids = {
      plain: await add('Plain', {}),
      busy: await add('Busy', { source: 'Fair', ownerId: as.id }),
      over: await add('Over', { source: 'Fair' }),
      over2: await add('Over two', {}),
    }
    const { body } = await server.call(listReasons, { as })
    const reasonId = body.items.find(({ party }) => party === 'candidate')!.id
    const close = (id: string, more: object) =>
      server.call(bulkApplications, {
        as,
        body: { applicationIds: [id], action: { kind: 'close', disposition: 'withdrawn', ...more } } as never,
      })
    await close(ids.over, { reasonId })
    await close(ids.over2, {})
    const set = (id: string, values: object) =>
      server.db.updateTable('applications').set(values).where('id', '=', id).execute()
    await set(ids.plain, { created_at: '2026-01-01T00:00:00Z', applied_at: '2026-01-01T00:00:00Z' })
    await set(ids.busy, {
      created_at: '2026-02-01T00:00:00Z',
      applied_at: '2026-02-01T00:00:00Z',
      due_at: '2026-01-01T00:00:00Z',
      callback_at: '2026-01-01T00:00:00Z',
      call_attempts: 2,
      last_contact_at: '2026-02-02T00:00:00Z',
    })
    await set(ids.over, { closed_at: '2026-03-01T00:00:00Z' })
    await set(ids.over2, { closed_at: '2026-03-02T00:00:00Z' })
  })

  const cases: [string, object | (() => object), (keyof typeof ids)[]][] = [
    ['with a source', { sourceless: 'false' }, ['busy', 'over']],
    ['without a source', { sourceless: 'true' }, ['plain', 'over2']],
    ['late', { late: 'true' }, ['busy']],
    ['not late', { late: 'false' }, ['plain', 'over', 'over2']],
    ['callback due', { callbackDue: 'true' }, ['busy']],
    ['no callback due', { callbackDue: 'false' }, ['plain', 'over', 'over2']],
    ['never contacted', { neverContacted: 'true' }, ['plain', 'over', 'over2']],
    ['contacted', { neverContacted: 'false' }, ['busy']],
    ['open', { open: 'true' }, ['plain', 'busy']],
    ['closed', { open: 'false' }, ['over', 'over2']],
    ['open and late', { open: 'true', late: 'true' }, ['busy']],
    ['mine', { ownerId: 'me' }, ['busy']],
    ['unassigned', { ownerId: 'none' }, ['plain', 'over', 'over2']],
    ['mine or unassigned', { ownerId: 'me,none' }, ['plain', 'busy', 'over', 'over2']],
    ['closed without a reason', { reasonId: 'none' }, ['over2']],
    ['until a moment, which is not included', { createdTo: '2026-02-01T00:00:00Z' }, ['plain']],
    [
      'from a moment on, which is included',
      { appliedFrom: '2026-02-01T00:00:00Z', appliedTo: '2026-02-01T00:00:01Z' },
      ['busy'],
    ],
    ['closed until', { closedTo: '2026-03-02T00:00:00Z' }, ['over']],
    ['last contact', { contactedFrom: '2026-02-02T00:00:00Z' }, ['busy']],
    ['of positions that are open', { positionState: 'open' }, ['plain', 'busy', 'over', 'over2']],
    ['of positions that are closed', { positionState: 'closed' }, []],
    ['that reached lead', { reachedType: 'lead' }, ['plain', 'busy', 'over', 'over2']],
    ['that reached contacted', { reachedType: 'contacted' }, []],
  ]

  it.each(cases)('%s', async (_, query, expected) => {
    const { body } = await server.call(listApplications, { as, query: query as object })
    const nameOf = (id: string) => Object.entries(ids).find(([, each]) => each === id)?.[0]
    expect(body.items.map(({ id }) => nameOf(id)).sort()).toEqual([...expected].sort())
    expect(body.total.value).toBe(expected.length)
  })

  it('closed with a reason, or without one', async () => {
    const { body: reasons } = await server.call(listReasons, { as })
    const reasonId = reasons.items.find(({ party }) => party === 'candidate')!.id
    const found = async (reason: string) =>
      (await server.call(listApplications, { as, query: { reasonId: reason } })).body.items.map(
        ({ id }) => id,
      )
    expect(await found(reasonId)).toEqual([ids.over])
    expect((await found(`none,${reasonId}`)).sort()).toEqual([ids.over, ids.over2].sort())
  })

  it('deleted within the last 30 days', async () => {
    const { workspaceId } = await server.addWorkspace()
    const user = await server.addUser(workspaceId, 'recruiter')
    const there = await addPosition(server.db, workspaceId)
    for (const days of [29, 31]) {
      const { body } = await server.call(createApplication, {
        as: user,
        body: { positionId: there.id, candidate: { name: `Deleted ${days}` } },
      })
      await server.db
        .updateTable('applications')
        .set({ deleted_at: sql`now() - make_interval(days => ${days})` })
        .where('id', '=', body.id)
        .execute()
    }
    const { body } = await server.call(listApplications, { as: user, query: { deleted: 'true' } })
    expect(body.items.map(({ candidate }) => candidate.name)).toEqual(['Deleted 29'])
  })
})

describe('a new application', () => {
  const create = async (more: object) => {
    const body = { positionId: one.id, candidate: { name: 'New' }, ...more }
    const { status, body: answer } = await server.call(createApplication, { as: recruiter, body })
    return [status, Object.keys((answer as { details?: object }).details ?? {})[0]]
  }

  it('is refused on a closed position', async () => {
    const shut = await addPosition(server.db, recruiter.workspaceId)
    await server.db
      .updateTable('positions')
      .set({ state: 'closed', closed_at: sql`now()` })
      .where('id', '=', shut.id)
      .execute()
    expect(await create({ positionId: shut.id })).toEqual([422, 'positionId'])
  })

  it.each(['hired', 'closed'] as const)('cannot start as %s', async (type) => {
    expect(await create({ statusId: one.statuses[type] })).toEqual([422, 'statusId'])
  })

  it('cannot start in a status of another position', async () => {
    expect(await create({ statusId: other.statuses.lead })).toEqual([422, 'statusId'])
  })

  it('cannot be assigned to a suspended colleague, or one of another workspace', async () => {
    const gone = await server.addUser(recruiter.workspaceId, 'recruiter')
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', gone.id).execute()
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    for (const { id } of [gone, stranger]) expect(await create({ ownerId: id })).toEqual([422, 'ownerId'])
  })
})

describe('reopening', () => {
  const close = (id: string) => bulk([id], { kind: 'close', disposition: 'withdrawn' })
  const statusOf = async (id: string) =>
    (await server.call(getApplication, { as: recruiter, params: { id } })).body.status.type

  it('returns an application to the status it was closed from, alone and among many', async () => {
    const [alone, among] = [await apply('Kim', one), await apply('Lou', one)]
    await bulk([alone, among], { kind: 'move', toStatusType: 'qualified' })
    await close(alone)
    await close(among)
    await server.call(reopenApplication, { as: recruiter, params: { id: alone } })
    await bulk([among], { kind: 'reopen' })
    expect([await statusOf(alone), await statusOf(among)]).toEqual(['qualified', 'qualified'])
  })

  it('to a status that ends applications is refused', async () => {
    const id = await apply('Mia', one)
    await close(id)
    const to = (toStatusId: string) =>
      server.call(reopenApplication, { as: recruiter, params: { id }, body: { toStatusId } })
    for (const type of ['hired', 'closed'] as const) expect((await to(one.statuses[type])).status).toBe(422)
    expect((await to(other.statuses.lead)).status).toBe(422)
    expect((await to(one.statuses.contacted)).status).toBe(200)
    expect(await statusOf(id)).toBe('contacted')
  })

  it('is refused for an application that is open', async () => {
    const id = await apply('Noa', one)
    expect((await server.call(reopenApplication, { as: recruiter, params: { id } })).status).toBe(409)
    expect((await bulk([id], { kind: 'reopen' })).body).toMatchObject({
      changed: 0,
      refused: [{ applicationId: id, code: 'CONFLICT' }],
    })
  })
})

describe('closing', () => {
  it('is refused when a colleague changed the application meanwhile, or closed it', async () => {
    const id = await apply('Oda', one)
    const { version } = (await server.call(getApplication, { as: recruiter, params: { id } })).body
    await bulk([id], { kind: 'tag', add: ['seen'], remove: [] })
    const close = (more: object) =>
      server.call(closeApplication, {
        as: recruiter,
        params: { id },
        body: { disposition: 'withdrawn', ...more },
      })
    expect((await close({ version })).status).toBe(409)
    expect((await close({})).status).toBe(200)
    expect((await close({ disposition: 'unreachable' })).status).toBe(409)
  })

  it("refuses a reason of another party, and another workspace's", async () => {
    const id = await apply('Pia', one)
    const { items } = (await server.call(listReasons, { as: recruiter })).body
    const close = (reasonId: string) =>
      server.call(closeApplication, {
        as: recruiter,
        params: { id },
        body: { disposition: 'withdrawn', reasonId },
      })
    expect((await close(items.find(({ party }) => party === 'us')!.id)).status).toBe(422)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    const theirs = (await server.call(listReasons, { as: stranger })).body.items
    expect((await close(theirs.find(({ party }) => party === 'candidate')!.id)).status).toBe(404)
  })
})

describe('a bulk move', () => {
  it('takes a status or a type of status, not both and not neither', async () => {
    const id = await apply('Quin', one)
    const both = { toStatusId: one.statuses.contacted, toStatusType: 'contacted' }
    expect((await bulk([id], { kind: 'move', ...both })).status).toBe(422)
    expect((await bulk([id], { kind: 'move' })).status).toBe(422)
  })

  it('to the type an application has already changes nothing', async () => {
    const id = await apply('Ria', one)
    expect((await bulk([id], { kind: 'move', toStatusType: 'lead' })).body).toEqual({
      changed: 0,
      refused: [],
      batchId: null,
    })
  })
})

describe('bulk tags', () => {
  it('that change nothing are not logged, and none is given twice', async () => {
    const id = await apply('Sia', one, { tags: ['night'] })
    expect((await bulk([id], { kind: 'tag', add: ['night'], remove: ['day'] })).body.changed).toBe(0)
    await bulk([id], { kind: 'tag', add: ['day', 'night'], remove: [] })
    const { body } = await server.call(getApplication, { as: recruiter, params: { id } })
    expect(body.tags).toEqual(['night', 'day'])
  })
})

describe('a deleted application', () => {
  it('that was closed is restored even if the candidate applied again', async () => {
    const id = await apply('Tom', one)
    const { candidate } = (await server.call(getApplication, { as: recruiter, params: { id } })).body
    await bulk([id], { kind: 'close', disposition: 'withdrawn' })
    await bulk([id], { kind: 'delete' })
    await server.call(createApplication, {
      as: recruiter,
      body: { positionId: one.id, candidateId: candidate.id },
    })
    expect((await bulk([id], { kind: 'restore' })).body.changed).toBe(1)
  })

  it('is not restored after 30 days, nor while its position is deleted', async () => {
    const there = await addPosition(server.db, recruiter.workspaceId)
    const [old, gone] = [await apply('Uta', one), await apply('Val', there)]
    await bulk([old, gone], { kind: 'delete' })
    await server.db
      .updateTable('applications')
      .set({ deleted_at: sql`now() - interval '31 days'` })
      .where('id', '=', old)
      .execute()
    await server.db
      .updateTable('positions')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', there.id)
      .execute()
    const { body } = await bulk([old, gone], { kind: 'restore' })
    expect(Object.fromEntries(body.refused.map(({ applicationId, code }) => [applicationId, code]))).toEqual({
      [old]: 'NOT_FOUND',
      [gone]: 'CONFLICT',
    })
  })
})
