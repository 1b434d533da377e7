import { createApplication, deleteApplication, listApplications } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { deleteCall, listCalls, logCall } from '@muster/contract/calls.ts'
import { createCandidate, deleteCandidate, listCandidates } from '@muster/contract/candidates.ts'
import { createCompany, deleteCompany, listCompanies } from '@muster/contract/companies.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { eraseCandidate } from '@muster/contract/privacy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import type { Seeded } from '../testing/seed.ts'
import { sendCall } from '../testing/send-call.ts'
import { startSeeded } from '../testing/start-seeded.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { validCalls } from '../testing/valid-calls.ts'
import { newId } from './new-id.ts'

vi.setConfig({ testTimeout: 60_000 })

type Shape = Record<string, { shape?: Shape; element?: { shape?: Shape } }>

const shapeOf = (schema: unknown) => (schema as { shape?: Shape } | undefined)?.shape ?? {}

const lists = endpoints.filter(
  ({ response }) => 'nextCursor' in shapeOf(response) && 'items' in shapeOf(response),
)

/** Lists that cannot be followed → why. */
const computed: Record<string, string> = {
  listJobs: 'jobs are stored by pg-boss, which says when each was made, begun and done',
  listConsents: 'entries are only added, and each changes its candidate, who can be followed',
  listRetentionRows: 'computes what a rule would erase',
  listUserActivity: 'merges two logs, each of which can be followed',
  listOwnActivity: 'merges two logs, each of which can be followed',
  listPredialAnswers: 'a log, which is deleted after 90 days',
  listUnclaimedVoiceEvents: 'a queue that empties as reports are claimed',
  listImportRows: 'the report of one import, which changes with the import',
  listLeftOutRows: 'read from the file of one import',
  listQueuedPeople: 'computes who can be called now from applications and calls, which can be followed',
  getOpeningsForecast: 'computed from positions and applications, which can be followed',
  listGoals: 'settings with figures of the moment; a deleted goal leaves no row behind',
  listSourceCosts: 'settings that are read as a whole; a deleted cost leaves no row behind',
  listReportDashboards:
    'whether one is seen depends on its owner, who may stop sharing without a change of it',
  listFacts: 'is itself a feed of changes, with a test of its own',
  listReviews: 'who awaits a decision follows from applications, which can be followed',
  listSubmissions: 'whether one awaits a decision follows from its application, which can be followed',
  listKeptRows: 'the report of one undo, which changes with the import',
  listPlanWorkspaces: 'computes which workspaces are on a plan',
  listMySessions: 'sessions end with time',
  listUserSessions: 'sessions end with time',
}

const followed = lists.filter(({ name, query }) => !(name in computed) && 'updatedSince' in shapeOf(query))
const named = (endpoints: readonly AnyEndpoint[]) =>
  endpoints.map((endpoint) => [endpoint.name, endpoint] as const)

describe('each list', () => {
  let server: TestServer
  let home: Seeded
  let stranger: Seeded

  beforeAll(async () => {
    ;({ server, home, stranger } = await startSeeded())
  })

  afterAll(() => server?.stop())

  it('can be followed, or has a reason', () => {
    const others = lists.filter((list) => !followed.includes(list)).map(({ name }) => name)
    expect(others.sort()).toEqual(Object.keys(computed).sort())
    for (const { response } of followed) {
      expect(Object.keys(shapeOf(response))).toEqual(expect.arrayContaining(['deleted', 'updatedUntil']))
      expect(shapeOf(response).items!.element!.shape).toHaveProperty('updatedAt')
    }
  })

  it.each(named(followed))(
    '%s returns its changes, oldest first, and nothing of others',
    async (name, endpoint) => {
      const { query: _, ...call } = validCalls[name]!(home, home.head)
      const read = async (query: Record<string, string>) => {
        const { status, text } = await sendCall(server, endpoint, { ...call, query }, home.head)
        expect([status, status === 200 ? '' : text]).toEqual([200, ''])
        if (endpoint.permission !== 'platform:manage') expect(text).not.toContain(stranger.mark)
        return JSON.parse(text)
      }
      const times = (body: { items: { updatedAt: string }[] }) => body.items.map(({ updatedAt }) => updatedAt)
      const since = '2020-01-01T00:00:00Z'
      const changes = await read({ updatedSince: since, limit: '200' })
      const all = await read({ limit: '200' })
      const ids = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id).sort()
      expect(ids(changes)).toEqual(ids(all))
      expect(times(changes)).toEqual(times(changes).sort())
      const gone = changes.deleted.map(({ id }: { id: string }) => id)
      const foreign = new Set(Object.values(stranger.ids))
      if (endpoint.permission !== 'platform:manage')
        expect(gone.filter((id: string) => foreign.has(id))).toEqual([])
      const newest = await read({ sort: '-updatedAt', limit: '200' })
      expect(times(newest)).toEqual(times(newest).sort().reverse())
      expect(times(await read({ updatedSince: changes.updatedUntil }))).toEqual([])
      const other = shapeOf(endpoint.query).sort as unknown as { def: { innerType: { options: string[] } } }
      const refused = other.def.innerType.options.find((sort, index) => index > 0 && !/updatedAt/.test(sort))
      if (refused) {
        const query = { updatedSince: since, sort: refused }
        expect((await sendCall(server, endpoint, { ...call, query }, home.head)).status).toBe(422)
      }
    },
  )
})

describe('a reader that follows changes', () => {
  let server: TestServer
  let admin: TestUser
  let position: TestPosition

  beforeAll(async () => {
    server = await startTestServer()
    const { workspaceId } = await server.addWorkspace()
    admin = await server.addUser(workspaceId, 'admin')
    position = await addPosition(server.db, workspaceId)
  })

  afterAll(() => server?.stop())

  const changesOf = async <E extends typeof listCandidates>(
    list: E | AnyEndpoint,
    updatedSince: string,
    as = admin,
  ) => {
    const { status, body } = await server.call(list as typeof listCandidates, { as, query: { updatedSince } })
    expect(status).toBe(200)
    return {
      ids: body.items.map(({ id }) => id),
      deleted: body.deleted!.map(({ id }) => id),
      until: body.updatedUntil!,
    }
  }
  const addCandidate = async (name: string) =>
    (await server.call(createCandidate, { as: admin, body: { name } })).body.id
  const apply = async (candidateId: string) =>
    (await server.call(createApplication, { as: admin, body: { candidateId, positionId: position.id } })).body
      .id
  const start = async () => (await changesOf(listCandidates, new Date().toISOString())).until

  it('sees what it has just written', async () => {
    for (let n = 0; n < 20; n += 1) {
      const since = await start()
      const id = await addCandidate(`Seen ${n}`)
      expect((await changesOf(listCandidates, since)).ids).toEqual([id])
    }
  })

  it('misses nothing that a slow transaction commits late', async () => {
    const since = await start()
    const late = newId()
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow = server.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('candidates')
        .values({ workspace_id: admin.workspaceId, id: late, name: 'Late' })
        .execute()
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const early = await addCandidate('Early')
    const before = await changesOf(listCandidates, since)
    expect(before.ids).toEqual([])
    const byUpdate = await server.call(listCandidates, { as: admin, query: { sort: '-updatedAt' } })
    expect(byUpdate.body.items.map(({ id }) => id)).not.toContain(early)
    held.resolve()
    await slow
    expect((await changesOf(listCandidates, before.until)).ids.sort()).toEqual([late, early].sort())
  })

  it('learns of a row that left the whole list while it was read', async () => {
    const made: string[] = []
    for (const name of ['First', 'Second', 'Third'])
      made.push(
        (await server.call(createCompany, { as: admin, body: { name: `${name} ${newId()}` } })).body.id,
      )
    const page = async (query: object) =>
      (await server.call(listCompanies, { as: admin, query: { sort: 'updatedAt', ...query } })).body
    const read = new Set<string>()
    let { items, nextCursor, updatedUntil } = await page({ limit: 1 })
    while (nextCursor) {
      for (const { id } of items) read.add(id)
      if (read.has(made[0]!)) await server.call(deleteCompany, { as: admin, params: { id: made[0]! } })
      ;({ items, nextCursor, updatedUntil } = await page({ limit: 1, cursor: nextCursor }))
    }
    expect(read.has(made[0]!)).toBe(true)
    const changes = await page({ updatedSince: updatedUntil })
    expect(changes.deleted!.map(({ id }) => id)).toContain(made[0])
  })

  it('is refused a cursor of another order, or one that was made up', async () => {
    const first = await server.call(listCompanies, { as: admin, query: { limit: 1 } })
    const [, key, id] = JSON.parse(Buffer.from(first.body.nextCursor!, 'base64url').toString())
    const made = (sort: string) => Buffer.from(JSON.stringify([sort, key, id])).toString('base64url')
    const cursors = [
      first.body.nextCursor!,
      made('updatedAt'),
      made('updatedAt never'),
      made('updatedAt 1e9999'),
      'x',
    ]
    const statuses = []
    for (const cursor of cursors)
      statuses.push(
        (await server.call(listCompanies, { as: admin, query: { sort: 'updatedAt', cursor } })).status,
      )
    expect(statuses).toEqual(cursors.map(() => 422))
  })

  it('is not held up by a transaction that only reads', async () => {
    const since = await start()
    await server.db.transaction().execute(async (tx) => {
      await sql`select 1 from candidates`.execute(tx)
      const id = await addCandidate('Beside a reader')
      expect((await changesOf(listCandidates, since)).ids).toEqual([id])
    })
  })

  it('learns of deleted, erased and removed rows, and of rows that left a filter', async () => {
    const [deleted, erased] = [await addCandidate('Deleted'), await addCandidate('Erased')]
    const applied = await addCandidate('Applied')
    const application = await apply(applied)
    const call = await server.call(logCall, {
      as: admin,
      body: { applicationId: application, endReason: 'no_answer' as const },
    })
    expect(call.status).toBe(201)
    const company = (await server.call(createCompany, { as: admin, body: { name: 'Gone AG' } })).body.id
    const since = await start()
    await server.call(deleteCandidate, { as: admin, params: { id: deleted } })
    expect(
      (
        await server.call(eraseCandidate, {
          as: admin,
          params: { id: erased },
          body: { confirmName: 'Erased' },
        })
      ).status,
    ).toBeLessThan(300)
    await server.call(deleteCall, { as: admin, params: { id: call.body.id } })
    await server.call(deleteCompany, { as: admin, params: { id: company } })
    expect((await changesOf(listCandidates, since)).deleted.sort()).toEqual([deleted, erased].sort())
    expect(await changesOf(listCalls, since)).toMatchObject({ ids: [], deleted: [call.body.id] })
    expect((await changesOf(listCompanies, since)).deleted).toEqual([company])
    const { body: unlabelled } = await server.call(listCandidates, {
      as: admin,
      query: { updatedSince: since, tag: 'never' },
    })
    expect(unlabelled.items).toEqual([])
    await server.call(deleteApplication, { as: admin, params: { id: application } })
    expect((await changesOf(listApplications, since)).deleted).toEqual([application])
  })

  it('reports the calls of a deleted application as deleted, and again once it is restored', async () => {
    const application = await apply(await addCandidate('Called'))
    const { body: call } = await server.call(logCall, {
      as: admin,
      body: { applicationId: application, endReason: 'no_answer' as const },
    })
    const since = await start()
    await server.call(deleteApplication, { as: admin, params: { id: application } })
    expect((await changesOf(listCalls, since)).deleted).toEqual([call.id])
  })

  it('learns nothing of rows out of its scope', async () => {
    const company = (await server.call(createCompany, { as: admin, body: { name: 'Client GmbH' } })).body.id
    const client = await server.addUser(admin.workspaceId, 'client_reviewer', { companyId: company })
    const theirs = await addPosition(server.db, admin.workspaceId, { companyId: company })
    const since = await start()
    const [mine, hidden] = [await addCandidate('Shown to the client'), await addCandidate('Not shown')]
    const shown = await server.call(createApplication, {
      as: admin,
      body: { candidateId: mine, positionId: theirs.id },
    })
    const hiddenApplication = await apply(hidden)
    await server.call(moveApplications, {
      as: admin,
      params: { id: theirs.id },
      body: { applicationIds: [shown.body.id], toStatusId: theirs.statuses.submitted! },
    })
    expect(await changesOf(listApplications, since, client)).toMatchObject({
      ids: [shown.body.id],
      deleted: [],
    })
    await server.call(deleteApplication, { as: admin, params: { id: hiddenApplication } })
    await server.call(deleteApplication, { as: admin, params: { id: shown.body.id } })
    expect((await changesOf(listApplications, since, client)).deleted).toEqual([shown.body.id])
  })

  it('must read everything again after a restore that lost what it has read', async () => {
    const at = async (text: string) =>
      server.call(listCandidates, { as: admin, query: { updatedSince: new Date(text).toISOString() } })
    const owner = await startTestServer({ connectionString: server.ownerConnectionString })
    await sql`update installation set restored_from = '2026-01-02Z', restored_at = '2026-01-03Z'`.execute(
      owner.db,
    )
    await owner.stop()
    const statuses = []
    for (const time of ['2026-01-01', '2026-01-02T00:00:00.001Z', '2026-01-02T23:00Z', '2026-01-03'])
      statuses.push((await at(time)).status)
    expect(statuses).toEqual([200, 410, 410, 200])
    const { body } = await at('2026-01-02T12:00Z')
    expect([body.code, body.details]).toEqual(['RESYNC_REQUIRED', { restoredAt: '2026-01-03T00:00:00.000Z' }])
  })
})
