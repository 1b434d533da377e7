import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { exploreReport } from '@muster/contract/explore.ts'
import { listFacts } from '@muster/contract/facts-feed.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReportFixture, type ReportFixture } from '../dashboard/fixtures/report-fixture.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

type Page = ResponseOf<typeof listFacts>

let server: TestServer
let fixture: ReportFixture
const applications = 9

beforeAll(async () => {
  server = await startTestServer()
  fixture = await createReportFixture(server, 'UTC')
  const { run } = fixture
  for (let place = 0; place < applications; place += 1)
    await run({ kind: 'create', position: place, owner: place, source: place, type: 0 })
  for (let one = 0; one < 4; one += 1)
    await run({ kind: 'call', one, agent: 0, end: 0, outcome: 0, hoursAgo: 1 })
})

afterAll(() => server?.stop())

async function read(query: object, as: TestUser = fixture.admin): Promise<Page> {
  const { body, status } = await server.call(listFacts, { as, query: query as never })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Copies the feed as a warehouse would. Returns the time to go on with. */
async function copy(store: Map<string, Page['items'][number]['facts']>, since: string | null, limit = 200) {
  let cursor: string | undefined
  let until = since
  do {
    const page = await read({ limit, ...(cursor && { cursor }), ...(since && { updatedSince: since }) })
    for (const { subjectId, facts } of page.items) store.set(subjectId, facts)
    cursor = page.nextCursor ?? undefined
    until = page.updatedUntil ?? until
  } while (cursor)
  return until
}

const factsOf = (store: Map<string, Page['items'][number]['facts']>) => [...store.values()].flat()

describe('listFacts', () => {
  it('returns every fact once over pages, as reports count them', async () => {
    const store = new Map()
    await copy(store, null, 2)
    expect(store.size).toBe(applications)
    const ids = factsOf(store).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const { body } = await server.call(exploreReport, {
      as: fixture.admin,
      query: { measure: ['newApplications', 'callsPlaced'] } as never,
    })
    const count = (metric: string) => factsOf(store).filter((fact) => fact.metric === metric).length
    expect([count('created'), count('call')]).toEqual(body.measures.map(({ cells }) => cells[0]!.n))
  })

  it('returns the seconds of a call, also when they are reported after its end', async () => {
    const store = new Map()
    const since = await copy(store, null)
    const call = factsOf(store).find(({ metric }) => metric === 'call')!
    const callId = call.id.slice('call.'.length)
    await server.db.updateTable('calls').set({ duration_seconds: 4_321 }).where('id', '=', callId).execute()
    // Reports and their feed are current once a report was read.
    await server.call(exploreReport, { as: fixture.admin, query: { measure: ['callMinutes'] } as never })
    await copy(store, since)
    expect(factsOf(store).find(({ id }) => id === call.id)!.value).toBe(4_321)
  })

  it('returns the hours to the first call with their tenths', async () => {
    const store = new Map()
    const since = await copy(store, null)
    await sql`
      update applications set created_at = first.at - interval '90 minutes'
      from (select application_id, min(started_at) as at from calls group by 1) as first
      where applications.workspace_id = ${fixture.workspaceId} and applications.id = first.application_id
    `.execute(server.db)
    await server.call(exploreReport, { as: fixture.admin, query: { measure: ['callMinutes'] } as never })
    await copy(store, since)
    expect(factsOf(store).find(({ metric, value }) => metric === 'first_call' && value === 1.5)).toBeDefined()
  })

  it('ends with the page that has the last change, and goes on from the time that was read', async () => {
    const { items } = await read({})
    expect((await read({ limit: items.length })).nextCursor).toBeNull()
    const later = new Date(Date.now() - 1).toISOString()
    expect(await read({ updatedSince: later })).toMatchObject({ items: [], updatedUntil: later })
  })

  it('returns after a change only what changed, with the same IDs', async () => {
    const store = new Map()
    // What changed in one millisecond with the last change comes again.
    await copy(store, null)
    await fixture.run({ kind: 'changeSource', one: 2, source: 0 })
    const since = await copy(store, null)
    const before = new Set(factsOf(store).map(({ id }) => id))
    await fixture.run({ kind: 'move', one: 5, type: 3 })
    const page = await read({ updatedSince: since! })
    expect(page.items.length).toBeLessThan(applications)
    await copy(store, since)
    const added = factsOf(store).filter(({ id }) => !before.has(id))
    expect(added.map(({ metric, statusType }) => [metric, statusType])).toContainEqual(['move', 'submitted'])
    expect(
      [...before].every((id) => id.startsWith('open.') || factsOf(store).some((fact) => fact.id === id)),
    ).toBe(true)
  })

  it('returns a deleted application without facts, and with them once it is restored', async () => {
    const store = new Map()
    const since = await copy(store, null)
    await fixture.run({ kind: 'delete', one: 6 })
    const gone = (await read({ updatedSince: since! })).items.filter(({ facts }) => facts.length === 0)
    expect(gone).toHaveLength(1)
    await fixture.run({ kind: 'restore', one: 6 })
    const back = (await read({ updatedSince: since! })).items.find(
      ({ subjectId }) => subjectId === gone[0]!.subjectId,
    )
    expect(back!.facts.map(({ metric }) => metric)).toContain('created')
  })

  it('has the facts of the rows that the caller sees, and nothing of another workspace', async () => {
    const manager = await server.addUser(fixture.workspaceId, 'hiring_manager')
    expect((await server.call(listFacts, { as: manager, query: {} })).status).toBe(403)
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['reports:export'] })
      .where('id', '=', fixture.manager.id)
      .execute()
    const as = await server.signIn(fixture.manager)
    const own = (await read({}, as)).items.filter(({ facts }) => facts.length > 0)
    expect(own).toHaveLength(applications / 3)
    // What leaves the scope is not reported: only reading everything again drops it.
    const [{ subjectId }] = own as [Page['items'][number]]
    const { updatedUntil } = await read({}, as)
    const managed = await server.db
      .selectFrom('applications')
      .where('id', '=', subjectId)
      .select('position_id')
      .executeTakeFirstOrThrow()
    const managedBy = (id: string) =>
      server.db
        .updateTable('positions')
        .set({ hiring_manager_id: id })
        .where('id', '=', managed.position_id)
        .execute()
    await managedBy(manager.id)
    await server.db
      .updateTable('applications')
      .set({ source: 'Out of scope' })
      .where('id', '=', subjectId)
      .execute()
    const told = (await read({ updatedSince: updatedUntil! }, as)).items.map((each) => each.subjectId)
    expect(told).not.toContain(subjectId)
    const again = (await read({}, as)).items.map((each) => each.subjectId)
    expect(again).not.toContain(subjectId)
    expect(again.length).toBeLessThan(own.length)
    await managedBy(fixture.manager.id)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect((await read({}, stranger)).items).toEqual([])
  })

  it('must be read again after a restore that lost what was read, and since no time to come', async () => {
    const since = new Date(Date.now() - 60_000)
    const answerAt = (time: number) =>
      server.call(listFacts, {
        as: fixture.admin,
        query: { updatedSince: new Date(time).toISOString() } as never,
      })
    const owner = await startTestServer({ connectionString: server.ownerConnectionString })
    await owner.db
      .updateTable('installation')
      .set({
        restored_from: new Date(since.getTime() - 1000).toISOString(),
        restored_at: since.toISOString(),
      })
      .execute()
    await owner.stop()
    const lost = await answerAt(since.getTime() - 1)
    expect([lost.status, lost.body]).toMatchObject([
      410,
      { code: 'RESYNC_REQUIRED', details: { restoredAt: since.toISOString() } },
    ])
    expect((await answerAt(since.getTime() - 1000)).status).toBe(200)
    expect((await answerAt(since.getTime())).status).toBe(200)
    expect((await answerAt(Date.now() + 120_000)).status).toBe(422)
    expect((await read({})).items.length).toBeGreaterThan(0)
  })
})
