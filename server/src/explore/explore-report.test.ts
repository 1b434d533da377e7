import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApplication, listApplications } from '@muster/contract/applications.ts'
import { listCalls } from '@muster/contract/calls.ts'
import { dispositions } from '@muster/contract/dispositions.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { exploreCohorts, exploreReport, exportExplore } from '@muster/contract/explore.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import { groupingsOf, listOf, measureKeys } from '@muster/contract/measures.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReportFixture, type ReportFixture } from '../dashboard/fixtures/report-fixture.ts'
import { newId } from '../database/new-id.ts'
import { openTable } from '../imports/files/open-table.ts'
import { addPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let fixture: ReportFixture

beforeAll(async () => {
  server = await startTestServer()
  fixture = await createReportFixture(server, 'America/New_York')
  const { run } = fixture
  for (let place = 0; place < 14; place += 1)
    await run({ kind: 'create', position: place, owner: place, source: place, type: 0 })
  for (let one = 0; one < 12; one += 1)
    await run({ kind: 'call', one, agent: one, end: one % 3, outcome: one, hoursAgo: 2 + one })
  await run({ kind: 'move', one: 0, type: 6 })
  await run({ kind: 'close', one: 1, disposition: 2, reason: 0 })
  // One application was called by two agents.
  await run({ kind: 'call', one: 0, agent: 1, end: 0, outcome: 0, hoursAgo: 1 })
  await server.db
    .updateTable('calls')
    .set({ duration_seconds: 90 })
    .where('workspace_id', '=', fixture.workspaceId)
    .execute()
})

afterAll(() => server?.stop())

type Answer = ResponseOf<typeof exploreReport>

async function ask(query: Record<string, unknown>, as: TestUser = fixture.admin) {
  return server.call(exploreReport, { as, query: query as never })
}

async function answer(query: Record<string, unknown>, as?: TestUser): Promise<Answer> {
  const { body, status } = await ask(query, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

function totalOf({ measures }: Answer, index = 0) {
  return measures[index]!.cells.find(({ row, column }) => row === null && column === null)!
}

/** Checks what filters by calls leave of each measure, that its total opens as many rows, and that others see none. */
async function expectFiltered(filters: Record<string, string[]>, calls: number, stranger: TestUser) {
  const measure = ['callsPlaced', 'applicationsCalled', 'peopleSpokenWith', 'newApplications', 'contactRate']
  const body = await answer({ measure, ...filters })
  expect(totalOf(body).n).toBe(calls)
  const all = await answer({ measure })
  for (const [index, { measure }] of body.measures.entries()) {
    const { n } = totalOf(body, index)
    expect(n, measure).toBeLessThan(totalOf(all, index).n)
    if (calls > 0 && measure !== 'peopleSpokenWith') expect(n, measure).toBeGreaterThan(0)
    const { list, filters: behind } = rowsOfCell(measure, body.period, [], filters)
    const { body: page } = await server.call((list === 'calls' ? listCalls : listApplications) as never, {
      as: fixture.admin,
      query: behind as never,
    })
    expect((page as { total: { value: number } }).total.value, measure).toBe(n)
  }
  const theirs = await answer({ measure, ...filters }, stranger)
  expect(theirs.measures.map((_, index) => totalOf(theirs, index)?.n ?? 0)).toEqual([0, 0, 0, 0, 0])
}

describe('exploreReport', () => {
  it('counts several measures at once, and tells what each counts', async () => {
    const { measures } = await answer({
      measure: ['newApplications', 'contactRate', 'callMinutes', 'timeToHire'],
    })
    expect(measures.map(({ measure, unit }) => [measure, unit])).toEqual([
      ['newApplications', 'count'],
      ['contactRate', 'share'],
      ['callMinutes', 'minutes'],
      ['timeToHire', 'days'],
    ])
    expect(measures[0]!.definition).toBe('Applications created in the period')
    expect(measures.map(({ cells }) => cells[0])).toMatchObject([
      { value: 14, n: 14, part: null, isFew: false },
      { n: 12, part: 8, value: 0.6667, isFew: false },
      { value: 19.5, n: 13 },
      { n: 1, isFew: true, p90: expect.any(Number) },
    ])
  })

  it('counts an application once in the total that two agents called', async () => {
    const body = await answer({ measure: 'applicationsCalled', by: 'agent' })
    const [{ cells }] = body.measures as [Answer['measures'][number]]
    const ofAgents = cells.filter(({ row }) => row !== null).reduce((sum, { n }) => sum + n, 0)
    expect([ofAgents, totalOf(body).n]).toEqual([13, 12])
  })

  it('counts an application once in the total, whatever it is grouped by', async () => {
    for (const measure of measureKeys) {
      if (listOf(measure) === 'calls') continue
      const { n } = totalOf(await answer({ measure }))
      for (const by of groupingsOf(measure))
        expect(totalOf(await answer({ measure, by })).n, `${measure} by ${by}`).toBe(n)
    }
  })

  it('tells apart the groups with most in the period, not in the one before', async () => {
    const { workspaceId } = await server.addWorkspace()
    const admin = await server.addUser(workspaceId, 'admin')
    const { id: positionId } = await addPosition(server.db, workspaceId)
    for (const [source, daysAgo] of [
      ['Fair', 40],
      ['Fair', 41],
      ['Fair', 1],
      ['Referral', 1],
      ['Referral', 2],
      ['Ads', 3],
    ] as const) {
      const candidate = { name: 'Petra Person' }
      const { body } = await server.call(createApplication, {
        as: admin,
        body: { positionId, candidate, source },
      })
      await server.db
        .updateTable('applications')
        .set({ created_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString() })
        .where('id', '=', body.id)
        .execute()
    }
    const [to, from] = [0, 28].map((days) => new Date(Date.now() - days * 86_400_000).toISOString())
    const { rows } = await answer({ measure: 'newApplications', by: 'source', groups: 1, from, to }, admin)
    expect(rows.map(({ key, isOthers }) => [key, isOthers])).toEqual([
      ['Referral', false],
      [null, true],
    ])
    // A chart that compares nothing has them in the same order.
    for (const compare of ['true', 'false']) {
      const { rows } = await answer({ measure: 'newApplications', by: 'source', from, to, compare }, admin)
      expect(rows.map(({ key }) => key)).toEqual(['Referral', 'Ads', 'Fair'])
    }
  })

  it('counts the calls of each call queue and voice campaign, and opens them', async () => {
    const { workspaceId, admin } = fixture
    const [queueId, campaignId] = [newId(), newId()]
    const agent = await server.db
      .selectFrom('agents')
      .where('workspace_id', '=', workspaceId)
      .select('id')
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('call_queues')
      .values({
        ...{ workspace_id: workspaceId, id: queueId, name: 'Night shift', order: 'newest' },
        ...{ call_from: 540, call_to: 1140, weekdays: [1], max_tries: 5, tries_per_day: 2, hours_between: 3 },
        ...{ created_by: admin.id, deleted_at: new Date().toISOString() },
      })
      .execute()
    await server.db
      .insertInto('voice_campaigns')
      .values({
        ...{ workspace_id: workspaceId, id: campaignId, name: 'First calls', queue_id: queueId },
        ...{ agent_id: agent.id, max_concurrent: 5, currency: 'USD', only_with_consent: true },
        created_by: admin.id,
      })
      .execute()
    await sql`
      update calls set queue_id = ${queueId}, campaign_id = case when rank <= 3 then ${campaignId}::uuid end
      from (select id, row_number() over (order by started_at) as rank from calls where workspace_id = ${workspaceId}) as ranked
      where calls.id = ranked.id and rank <= 5
    `.execute(server.db)
    for (const [by, name, count] of [
      ['queue', 'Night shift', 5],
      ['campaign', 'First calls', 3],
    ] as const) {
      const body = await answer({ measure: ['callsPlaced', 'callMinutes', 'applicationsCalled'], by })
      const row = body.rows.findIndex((group) => group.name === name)
      const cellOf = (index: number, of: number | null) =>
        body.measures[index]!.cells.find((cell) => cell.row === of)!
      expect([cellOf(0, row).n, cellOf(1, row).value]).toEqual([count, count * 1.5])
      const without = body.rows.findIndex((group) => group.key === null)
      expect(cellOf(0, row).n + cellOf(0, without).n).toBe(totalOf(body).n)
      const groups = [{ grouping: by, keys: [body.rows[row]!.key], isExcluded: false }]
      const { from, to, timezone } = body.period
      for (const [measure, list] of [
        ['callsPlaced', listCalls],
        ['applicationsCalled', listApplications],
      ] as const) {
        const behind = rowsOfCell(measure, { from, to, timezone }, groups)
        const { body: page } = await server.call(list as typeof listCalls, {
          as: admin,
          query: behind.filters as never,
        })
        expect(page.total!.value).toBe(cellOf(measure === 'callsPlaced' ? 0 : 2, row).n)
      }
    }
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect((await answer({ measure: 'callsPlaced', by: 'queue' }, stranger)).rows).toEqual([])
    await expectFiltered({ queueId: [queueId] }, 5, stranger)
    await expectFiltered({ campaignId: [campaignId] }, 3, stranger)
    await expectFiltered({ queueId: [queueId], campaignId: [newId(), campaignId] }, 3, stranger)
    await expectFiltered({ queueId: [newId()], campaignId: [campaignId] }, 0, stranger)
    expect((await ask({ measure: 'callsPlaced', queueId: 'Night shift' })).status).toBe(422)
    expect((await ask({ measure: 'hired', by: 'queue' })).status).toBe(422)
  })

  it('names groups as lists do, by words and by the names of rows', async () => {
    const { workspaceId } = fixture
    const named = async (table: 'reasons' | 'pipelines') => {
      const rows = await server.db
        .selectFrom(table)
        .where('workspace_id', '=', workspaceId)
        .select('name')
        .execute()
      return rows.map(({ name }) => name)
    }
    const namesOf = async (measure: string, by: string) =>
      (await answer({ measure: [measure], by: [by] })).rows.map(({ name }) => name)
    expect(await named('reasons')).toEqual(
      expect.arrayContaining(await namesOf('closedWithoutHire', 'reason')),
    )
    expect(await named('pipelines')).toEqual(
      expect.arrayContaining(await namesOf('newApplications', 'pipeline')),
    )
    const [disposition] = await namesOf('closedWithoutHire', 'disposition')
    expect(Object.values(dispositions).map(({ label }) => label)).toContain(disposition)
  })

  it('adds up the groups beyond the limit as others, and tells how many there are', async () => {
    const all = await answer({ measure: 'newApplications', by: 'source' })
    expect([all.rowCount, all.rows.map(({ key }) => key)]).toEqual([3, ['Job, fair', 'Referral', null]])
    const few = await answer({ measure: 'newApplications', by: 'source', groups: 1 })
    expect(few.rowCount).toBe(3)
    expect(few.rows).toMatchObject([
      { key: 'Job, fair', isOthers: false },
      { key: null, isOthers: true, others: ['Job, fair'] },
    ])
    const counts = few.measures[0]!.cells.map(({ row, n }) => [row, n])
    expect(counts).toEqual([
      [0, 5],
      [1, 9],
      [null, 14],
    ])
  })

  it('limits the second grouping by a number of its own', async () => {
    const { rows, columns } = await answer({
      measure: 'newApplications',
      by: ['source', 'owner'],
      groups: 1,
      columns: 2,
    })
    const many = [rows, columns].map((groups) => groups.filter(({ isOthers }) => !isOthers).length)
    expect(many).toEqual([1, 2])
  })

  it('marks the week of which the period has only a part', async () => {
    const period = { from: '2025-10-01T04:00:00Z', to: '2025-11-01T04:00:00Z' }
    const { rows } = await answer({ measure: 'hired', by: 'week', ...period })
    expect(rows.map(({ key, isPartial }) => [key, isPartial])).toEqual([
      ['2025-09-29', true],
      ['2025-10-06', false],
      ['2025-10-13', false],
      ['2025-10-20', false],
      ['2025-10-27', true],
    ])
  })

  it('has every day, weekday and hour, and marks those that are not over', async () => {
    const days = await answer({ measure: 'callsPlaced', by: 'day' })
    expect(days.rows.length).toBe(28)
    expect(days.rows.map(({ isPartial }) => isPartial)).toEqual([...Array(27).fill(false), true])
    expect(days.period.isPartial).toBe(true)
    const hours = await answer({ measure: 'callsPlaced', by: ['weekday', 'hour'] })
    expect([hours.rows.length, hours.columns.length]).toEqual([7, 24])
  })

  it('compares days with those before, and nothing where there is nothing alike', async () => {
    const period = { from: '2025-10-01T04:00:00Z', to: '2025-11-01T04:00:00Z' }
    const { rows } = await answer({ measure: 'hired', by: 'day', ...period })
    expect([rows[0], rows[29], rows[30]]).toMatchObject([
      { key: '2025-10-01', previousKey: '2025-09-01' },
      { key: '2025-10-30', previousKey: '2025-09-30' },
      { key: '2025-10-31', previousKey: null },
    ])
    const weeks = await answer({ measure: 'hired', by: 'week', ...period })
    expect(weeks.rows.every(({ previousKey }) => previousKey === null)).toBe(true)
    const alone = await answer({ measure: 'hired', compare: 'false' })
    expect(totalOf(alone).previous).toBeNull()
  })

  it('counts the figures of the rows as they are now, as soon as they are written', async () => {
    const before = totalOf(await answer({ measure: 'callMinutes' })).value!
    const change = (seconds: number) =>
      server.db
        .updateTable('calls')
        .set({ duration_seconds: seconds })
        .where(
          'id',
          '=',
          sql<string>`(select id from calls where workspace_id = ${fixture.workspaceId} order by id limit 1)`,
        )
        .execute()
    await change(690)
    expect(totalOf(await answer({ measure: 'callMinutes' })).value).toBe(before + 10)
    await change(90)
  })

  it.each([
    [{ measure: 'hired', by: 'agent' }, 'by'],
    [{ measure: ['newApplications', 'hired'], by: 'statusType' }, 'by'],
    [{ measure: 'hired', by: ['source', 'source'] }, 'by'],
    [{ measure: 'hired', by: ['day', 'month'] }, 'by'],
    [{ measure: 'hired', by: ['source', 'owner', 'tag'] }, 'by'],
    [{ measure: 'happiness' }, 'measure'],
    [{ measure: 'hired', groups: 101 }, 'groups'],
    [{ measure: 'hired', by: 'day', from: '2019-01-01T00:00:00Z' }, 'by'],
    [{ measure: 'hired', statusType: 'nowhere' }, 'statusType'],
  ])('refuses %j', async (query, field) => {
    const { body, status } = await ask(query)
    expect(status).toBe(422)
    const [refused] = Object.keys((body as unknown as { details: object }).details)
    // Of a list, the value at its place.
    expect(refused?.split('.')[0]).toBe(field)
  })

  it('is for those who may read reports, and counts nothing of another workspace', async () => {
    const { workspaceId } = await server.addWorkspace()
    const other = await server.addUser(workspaceId, 'admin')
    expect(totalOf(await answer({ measure: 'newApplications' }, other)).n).toBe(0)
    const theirs = { measure: 'newApplications', positionId: fixture.positions[0]!.id }
    expect(totalOf(await answer(theirs, other)).n).toBe(0)
    const coordinator = await server.addUser(fixture.workspaceId, 'coordinator')
    expect((await ask({ measure: 'newApplications' }, coordinator)).status).toBe(403)
  })

  it('counts for a hiring manager the applications of their positions', async () => {
    const { rows } = await answer({ measure: 'newApplications', by: 'position' }, fixture.manager)
    expect(rows.map(({ key }) => key)).toEqual([fixture.positions[2]!.id])
  })
})

describe('the filters of a cell', () => {
  it('refuse what no measure or grouping is', async () => {
    const list = async (query: object) =>
      (await server.call(listApplications, { as: fixture.admin, query: query as never })).status
    expect(await list({ counted: 'hired', countedIn: 'source=Referral' })).toBe(200)
    expect(await list({ counted: 'happiness' })).toBe(422)
    expect(await list({ counted: 'hired.part' })).toBe(422)
    expect(await list({ counted: 'hired', countedIn: 'mood=good' })).toBe(422)
    expect(await list({ counted: 'hired', countedIn: 'owner=no-id' })).toBe(200)
  })

  it('list the calls of a cell, filtered as the report was', async () => {
    const filters = { source: ['Referral'], open: 'true' }
    const body = await answer({ measure: 'connectionRate', by: 'agent', ...filters })
    const [{ cells }] = body.measures as [Answer['measures'][number]]
    expect(cells.length).toBeGreaterThan(1)
    for (const { row, rows, part } of cells)
      for (const [counted, count] of [
        ['connectionRate', rows],
        ['connectionRate.part', part],
      ] as const) {
        const groups =
          row === null ? [] : [{ grouping: 'agent' as const, keys: [body.rows[row]!.key], isExcluded: false }]
        const behind = rowsOfCell(counted, body.period, groups, filters)
        const page = await server.call(listCalls, { as: fixture.admin, query: behind.filters as never })
        expect([behind.list, page.body.total?.value]).toEqual(['calls', count])
      }
  })
})

describe('exploreCohorts', () => {
  it('says which shares are of few, and which days are not over yet', async () => {
    const own = await createReportFixture(server, 'America/New_York')
    await own.run({ kind: 'create', position: 0, owner: 0, source: 0, type: 1 })
    await own.run({ kind: 'timePasses', one: 0, hours: 24 * 20 })
    const cohorts = async (as: TestUser) => {
      const { body } = await server.call(exploreCohorts, {
        as,
        query: { step: 'month', reached: 'contacted' },
      })
      return body.total.after.map(({ days, isFew, isOver }) => [days, isFew, isOver])
    }
    expect(await cohorts(own.admin)).toEqual([
      [7, true, true],
      [14, true, true],
      [30, true, false],
      [60, true, false],
      [90, true, false],
    ])
    expect((await cohorts(fixture.admin)).map(([, isFew]) => isFew)).toEqual(Array(5).fill(false))
  })
})

describe('exportExplore', () => {
  const query = { measure: ['newApplications', 'contactRate'], by: ['source'] }

  const fetchFile = (as: TestUser, format: string, more: object = {}) =>
    fetch(server.url + addressOf(exportExplore, {}, { ...query, format, ...more }), {
      headers: { authorization: `Bearer ${as.accessToken}` },
    })

  it('is not for those who may not see reports', async () => {
    const blind = await server.addUser(fixture.workspaceId, 'admin')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['reports:read'] })
      .where('id', '=', blind.id)
      .execute()
    expect((await fetchFile(blind, 'csv')).status).toBe(403)
  })

  it('is logged with the question and its filters', async () => {
    const own = await server.addUser(fixture.workspaceId, 'admin')
    await fetchFile(own, 'csv', { tag: 'Nights' })
    const { details } = await server.db
      .selectFrom('audit_logs')
      .where('user_id', '=', own.id)
      .where('action', '=', 'reports.exported')
      .select('details')
      .executeTakeFirstOrThrow()
    expect(details).toMatchObject({ report: 'explore', filters: { tag: ['Nights'], measure: query.measure } })
  })

  it('names nothing of another workspace as a filter', async () => {
    const { workspaceId } = await server.addWorkspace()
    const { companyId } = await addPosition(server.db, workspaceId)
    await server.db
      .updateTable('companies')
      .set({ name: 'Their client' })
      .where('id', '=', companyId)
      .execute()
    const file = await fetchFile(fixture.admin, 'xlsx', { companyId })
    const path = join(tmpdir(), `muster-explore-${crypto.randomUUID()}.xlsx`)
    await writeFile(path, Buffer.from(await file.arrayBuffer()))
    const cells: string[] = []
    const options = { sheet: 'Filters and definitions', headerRow: 1 }
    for await (const row of (await openTable(path, options)).rows()) cells.push(...row.cells)
    await rm(path)
    expect(cells).toContain('Contact rate')
    expect(cells).not.toContain('Their client')
  })

  it('has a row for each cell, with its totals, and the definitions in the workbook', async () => {
    const csv = await fetchFile(fixture.admin, 'csv')
    expect(csv.status).toBe(200)
    const lines = (await csv.text()).trim().split(/\r?\n/)
    expect(lines[0]).toBe(
      'Measure,Source,Value,Of,Of them,90th percentile,"Value, period before","Of, period before","Of them, period before","90th percentile, period before"',
    )
    expect(lines).toContain('New applications,Referral,5,5,,,0,0,,')
    expect(lines).toContain('New applications,All,14,14,,,0,0,,')
    expect(lines.some((line) => line.startsWith('Contact rate,All,0.6667,12,8,'))).toBe(true)
    const xlsx = Buffer.from(await (await fetchFile(fixture.admin, 'xlsx')).arrayBuffer())
    expect(xlsx.subarray(0, 2).toString()).toBe('PK')
    expect((await fetchFile(fixture.manager, 'csv')).status).toBe(403)
  })
})
