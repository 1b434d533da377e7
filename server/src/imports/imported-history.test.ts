import * as board from '@muster/contract/board.ts'
import * as dashboard from '@muster/contract/dashboard.ts'
import { undoImport } from '@muster/contract/import-undo.ts'
import { updatePosition } from '@muster/contract/positions.ts'
import * as reports from '@muster/contract/reports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rebuildFacts } from '../facts/compact-totals.ts'
import type { TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import {
  addNamedPosition,
  importContent,
  importNow,
  preview,
  suggestedMapping,
  upload,
} from './fixtures/import-kit.ts'
import { runUndo } from './undo/run-undo.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let driver: TestPosition

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin', { name: 'Ada Admin' })
  driver = await addNamedPosition(server, workspaceId, 'Forklift driver')
})

afterAll(() => server?.stop())

const head = 'Name,Email,Position,Status,Applied,Hire date,Rejected on,Status since\n'
const file = `${head}Ana Ortiz,ana@example.com,Forklift driver,Hired,2026-01-05,2026-01-19,,
Ben Hill,ben@example.com,Forklift driver,Rejected,2026-01-05,,2026-02-03,
Cy Young,cy@example.com,Forklift driver,Interview,2026-01-05,,,2026-03-02T10:30
`

const histories = () =>
  sql<object>`
    select a.candidate_name as name, a.status_type as type, a.applied_at as applied, a.entered_status_at as entered,
      a.closed_at as closed, d.decided_at as decided, array_agg(distinct l.at::text) as logged
    from applications a
    left join dispositions d on d.workspace_id = a.workspace_id and d.application_id = a.id
    join activity_logs l on l.workspace_id = a.workspace_id and l.application_id = a.id and l.kind in ('imported', 'disposition')
    where a.workspace_id = ${workspaceId} and a.deleted_at is null
    group by a.workspace_id, a.id, d.decided_at order by a.candidate_name
  `
    .execute(server.db)
    .then(({ rows }) => rows)

async function look(content: string, more: object = {}, language = 'en') {
  const { body } = await upload(server, admin, content, { language })
  const seen = await preview(server, admin, body.id, { mapping: suggestedMapping(body), ...more })
  return { id: body.id, mapping: suggestedMapping(body), dateOrder: body.dateOrder, ...seen.body }
}

/** Hires, rejections, time to hire and to fill of a period, and arrivals in interviews. */
async function report(from: string, to: string) {
  const query = { from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z` }
  const { body: kpi } = await server.call(dashboard.getKpiMetrics, { as: admin, query })
  const { body: durations } = await server.call(reports.getDurations, { as: admin, query })
  const { body: funnel } = await server.call(reports.getProspectFinalDisposition, { as: admin, query })
  const item = (key: string) => kpi.items.find((one) => one.key === key)!
  return {
    hired: item('hired').value,
    timeToHire: item('timeToHire').value,
    timeToFill: durations.timeToFill.median,
    ended: funnel.total,
  }
}

const nothing = { hired: 0, timeToHire: null, timeToFill: null, ended: 0 }
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

describe('an imported history', () => {
  it('has each status from its own day on, in rows, histories and dispositions', async () => {
    const { body } = await upload(server, admin, file)
    expect(suggestedMapping(body)).toMatchObject({ 5: 'hiredAt', 6: 'closedAt', 7: 'statusAt' })
    const ended = await importNow(server, admin, body.id, { mapping: suggestedMapping(body) })
    expect(ended).toMatchObject({ created: 3, invalid: 0 })
    const [hired, closed, since] = [
      '2026-01-19T00:00:00.000Z',
      '2026-02-03T00:00:00.000Z',
      '2026-03-02T10:30:00.000Z',
    ]
    const utc = (at: string) => [`${at.replace('T', ' ').replace('.000Z', '')}+00`]
    const applied = '2026-01-05T00:00:00.000Z'
    expect(await histories()).toEqual([
      {
        name: 'Ana Ortiz',
        type: 'hired',
        applied,
        entered: hired,
        closed: hired,
        decided: hired,
        logged: utc(hired!),
      },
      {
        name: 'Ben Hill',
        type: 'closed',
        applied,
        entered: closed,
        closed,
        decided: closed,
        logged: utc(closed!),
      },
      {
        name: 'Cy Young',
        type: 'interview',
        applied,
        entered: since,
        closed: null,
        decided: null,
        logged: utc(since!),
      },
    ])
  })

  it('counts on its own days in reports, kept up or built anew', async () => {
    const openedAt = '2026-01-01T00:00:00.000Z'
    const { status } = await server.call(updatePosition, {
      as: admin,
      params: { id: driver.id },
      body: { openedAt },
    })
    expect(status).toBe(200)
    await importContent(server, admin, file)
    const january = { hired: 1, timeToHire: 14, timeToFill: 18, ended: 1 }
    for (const isRebuilt of [false, true]) {
      if (isRebuilt) await rebuildFacts(server.db, workspaceId)
      expect(await report('2026-01-19', '2026-01-20')).toEqual(january)
      expect(await report('2026-01-01', '2026-02-01')).toEqual(january)
      expect(await report('2026-02-01', '2026-03-01')).toEqual({ ...nothing, ended: 1 })
      expect(await report('2026-03-01', tomorrow())).toEqual(nothing)
    }
    const later = await server.call(updatePosition, {
      as: admin,
      params: { id: driver.id },
      body: { openedAt: '2026-01-09T00:00:00.000Z' },
    })
    expect(later.status).toBe(200)
    expect(await report('2026-01-01', '2026-02-01')).toEqual({ ...january, timeToFill: 10 })
  })

  it('goes on from there when somebody is moved', async () => {
    await importContent(server, admin, file)
    const { rows } = await sql<{ id: string }>`
      select id from applications where workspace_id = ${workspaceId} and candidate_name = 'Cy Young'
    `.execute(server.db)
    const { status } = await server.call(board.moveApplications, {
      as: admin,
      params: { id: driver.id },
      body: { applicationIds: [rows[0]!.id], toStatusId: driver.statuses.hired },
    })
    expect(status).toBe(200)
    expect((await report('2026-03-01', tomorrow())).hired).toBe(1)
  })

  it('is undone as a whole', async () => {
    const { id } = await importContent(server, admin, file)
    await server.call(undoImport, { as: admin, params: { id } })
    await runUndo(server.services, { workspaceId, importId: id })
    const { rows } = await sql`select undone_count, kept_count from imports where id = ${id}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ undone_count: 3, kept_count: 0 }])
    expect(await histories()).toEqual([])
    for (const isRebuilt of [false, true]) {
      if (isRebuilt) await rebuildFacts(server.db, workspaceId)
      expect(await report('2026-01-01', tomorrow())).toEqual(nothing)
    }
  })

  it('is overdue by the days its status allows', async () => {
    await server.db
      .updateTable('statuses')
      .set({ sla_days: 2 })
      .where('id', '=', driver.statuses.interview)
      .execute()
    await importContent(server, admin, file)
    const { rows } = await sql`
      select due_at from applications where workspace_id = ${workspaceId} and due_at is not null
    `.execute(server.db)
    expect(rows).toEqual([{ due_at: '2026-03-04T10:30:00.000Z' }])
  })
})

describe('dates of an imported history', () => {
  const codes = (rows: Awaited<ReturnType<typeof look>>['rows']) =>
    rows.map(({ result, problems }) => [
      result,
      ...problems.map(({ code, column }) => `${code} ${column ?? ''}`.trim()),
    ])

  it('go in order, and one that does not is refused with its cell', async () => {
    const { rows, id, mapping } =
      await look(`${head}A,a@example.com,Forklift driver,Hired,2026-01-05,2026-01-04,,
B,b@example.com,Forklift driver,Hired,2026-01-05,2999-01-01,,
C,c@example.com,Forklift driver,Hired,2026-01-05 14:00,2026-01-05,,
D,d@example.com,Forklift driver,Interview,2026-01-05,,,2025-12-31
E,e@example.com,Forklift driver,Hired,2026-01-05,soon,,
`)
    expect(codes(rows)).toEqual([
      ['create', 'before_applied Hire date', 'counts_today'],
      ['create', expect.stringMatching(/^(?:future|invalid)_date Hire date$/), 'counts_today'],
      ['create'],
      ['create', 'before_applied Status since'],
      ['create', 'invalid_date Hire date', 'counts_today'],
    ])
    expect(rows[0]!.cells.find(({ column }) => column === 5)).toMatchObject({
      value: '2026-01-04',
      stored: null,
    })
    expect(rows[2]!.cells.find(({ column }) => column === 5)).toMatchObject({
      stored: '2026-01-05T14:00:00.000Z',
    })
    await importNow(server, admin, id, { mapping })
    const { rows: stored } = await sql`
      select count(*)::int as n from applications where workspace_id = ${workspaceId} and applied_at > entered_status_at
    `.execute(server.db)
    expect(stored).toEqual([{ n: 0 }])
  })

  it('are said not to be taken where the status has no use for them', async () => {
    const { rows } =
      await look(`${head}A,a@example.com,Forklift driver,Interview,2026-01-05,2026-01-19,2026-01-20,
B,b@example.com,Forklift driver,Hired,2026-01-05,2026-01-19,2026-01-20,2026-01-19 09:15
C,c@example.com,Forklift driver,Rejected,2026-01-05,2026-01-19,2026-01-20,2026-01-21
`)
    expect(codes(rows)).toEqual([
      ['create', 'date_not_used Hire date', 'date_not_used Rejected on'],
      ['create', 'date_not_used Rejected on'],
      ['create', 'date_not_used Hire date', 'date_not_used Status since'],
    ])
    expect(rows[1]!.cells.find(({ column }) => column === 7)).toMatchObject({
      stored: '2026-01-19T09:15:00.000Z',
    })
  })

  it('are missed in the preview where somebody was hired or closed, in the language of whoever imports', async () => {
    const content =
      'Name,Email,Position,Status\nA,a@example.com,Forklift driver,Hired\nB,b@example.com,Forklift driver,Rejected\nC,c@example.com,Forklift driver,Lead\n'
    const { reasons, rows } = await look(content)
    expect(reasons).toEqual([
      { code: 'counts_today', label: 'Hired or closed without a date', severity: 'warning', count: 2 },
    ])
    expect(rows.map(({ problems }) => problems[0]?.message)).toEqual([
      'No hired date. The day of the import is used.',
      'No closed date. The day of the import is used.',
      undefined,
    ])
  })

  it('close as rejected, with a warning, what the file only says has ended', async () => {
    const content = `Name,Email,Position,Status,Closed
A,a@example.com,Forklift driver,Closed,2026-01-05
B,b@example.com,Forklift driver,Rejected,2026-01-05
C,c@example.com,Forklift driver,No show,2026-01-05
D,d@example.com,Forklift driver,Lead,
`
    const { reasons, rows, id, mapping } = await look(content)
    expect(reasons.filter(({ code }) => code === 'ending_assumed')).toEqual([
      { code: 'ending_assumed', label: 'Closed without a reason', severity: 'warning', count: 1 },
    ])
    expect(rows[0]!.problems).toContainEqual(
      expect.objectContaining({
        column: 'Status',
        message: '“Closed” does not say why the application ended. It is closed as “Rejected by us”.',
      }),
    )
    await importNow(server, admin, id, { mapping })
    const stored = await server.db
      .selectFrom('applications')
      .innerJoin('candidates', 'candidates.id', 'applications.candidate_id')
      .where('applications.workspace_id', '=', workspaceId)
      .where('candidates.email', 'in', ['a@example.com', 'b@example.com', 'c@example.com'])
      .orderBy('candidates.email')
      .select('disposition')
      .execute()
    expect(stored.map(({ disposition }) => disposition)).toEqual([
      'rejected_by_us',
      'rejected_by_us',
      'withdrawn',
    ])
  })

  it('stand for the day of application where none is known, and say so', async () => {
    const content = 'Name,Email,Position,Status,Hired on\nA,a@example.com,Forklift driver,Hired,2026-01-19\n'
    const { rows } = await look(content)
    expect(codes(rows)).toEqual([['create', 'applied_unknown']])
    await importContent(server, admin, content)
    expect(await histories()).toMatchObject([
      { applied: '2026-01-19T00:00:00.000Z', closed: '2026-01-19T00:00:00.000Z' },
    ])
  })

  it('are each read in the order of their own column, an ambiguous one as the others prove', async () => {
    const content = `Name,Email,Position,Status,Applied,Hired on,Status since
A,a@example.com,Forklift driver,Hired,25/01/2026,02/13/2026,
B,b@example.com,Forklift driver,Hired,05/01/2026,03/02/2026,
`
    const { rows, dateOrder } = await look(content)
    expect(dateOrder).toBe('dmy')
    const stored = (column: number) =>
      rows.map(({ cells }) => cells.find((cell) => cell.column === column)!.stored?.slice(0, 10))
    expect(stored(4)).toEqual(['2026-01-25', '2026-01-05'])
    expect(stored(5)).toEqual(['2026-02-13', '2026-03-02'])
    const other = await look(content.replace('02/13/2026', '04/02/2026'))
    expect(other.rows.map(({ cells }) => cells[5]!.stored?.slice(0, 10))).toEqual([
      '2026-02-04',
      '2026-02-03',
    ])
  })

  it('leave an application that exists as it is', async () => {
    await importContent(server, admin, file)
    const before = await histories()
    const moved = file.replace('2026-01-19', '2026-01-20').replace('2026-02-03', '2026-02-04')
    const ended = await importContent(server, admin, moved, { policy: 'overwrite' })
    expect(ended).toMatchObject({ created: 0, updated: 0, skipped: 3 })
    expect(await histories()).toEqual(before)
  })
})
