import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as dashboard from '@muster/contract/dashboard.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { metricDefinitions } from '@muster/contract/metric-definitions.ts'
import * as reports from '@muster/contract/reports.ts'
import * as voice from '@muster/contract/voice-reports.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable } from '../imports/files/open-table.ts'
import { addPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { createReportFixture, type ReportFixture } from './fixtures/report-fixture.ts'

let server: TestServer
let fixture: ReportFixture
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'muster-reports-'))
  fixture = await createReportFixture(server, 'UTC')
  for (const position of [0, 1, 2])
    await fixture.run({ kind: 'create', position, owner: 0, source: 0, type: 3 })
  await fixture.run({ kind: 'close', one: 0, disposition: 0, reason: 0 })
  await fixture.run({ kind: 'close', one: 2, disposition: 0, reason: 2 })
  await fixture.run({ kind: 'create', position: 0, owner: 1, source: 2, type: 1 })
  await fixture.run({ kind: 'move', one: 3, type: 5 })
  await fixture.run({ kind: 'call', one: 3, agent: 0, end: 3, outcome: 0, hoursAgo: 0 })
  await fixture.run({ kind: 'call', one: 3, agent: 0, end: 0, outcome: 0, hoursAgo: 0 })
})

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true })
})

async function fetchExport(
  endpoint: AnyEndpoint,
  query: Record<string, string>,
  as: TestUser = fixture.admin,
) {
  const response = await fetch(server.url + addressOf(endpoint, {}, query), {
    headers: { authorization: `Bearer ${as.accessToken}` },
  })
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}

const csvOf = async (endpoint: AnyEndpoint, query: Record<string, string> = {}) =>
  (await fetchExport(endpoint, { format: 'csv', ...query })).body.toString()

/** Its rows as cells, without the headers. */
const rowsOf = async (endpoint: AnyEndpoint, query: Record<string, string> = {}) =>
  (await csvOf(endpoint, query))
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','))

const cells = (...values: (string | number | null)[]) => values.map((value) => String(value ?? ''))

async function sheetsOf(body: Buffer): Promise<Record<string, string[][]>> {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`)
  await writeFile(path, body)
  const sheets: Record<string, string[][]> = {}
  for (const { name } of (await openTable(path)).sheets ?? []) {
    sheets[name] = []
    for await (const { cells } of (await openTable(path, { sheet: name, headerRow: 1 })).rows())
      sheets[name].push(cells)
  }
  return sheets
}

describe('exports of reports', () => {
  it('have the same figures as the report', async () => {
    const { body } = await fetchExport(reports.exportProspectConversionFunnel, { format: 'csv' })
    const lines = body.toString().split('\r\n')
    expect(lines[0]).toBe('Counted by,Status type,Applications,Share of previous stage,Share of all created')
    expect(lines).toContain('Current stage,Closed,2,,0.5')
    expect(lines).toContain('Furthest stage reached,Submitted,4,1,1')
    expect(lines).toContain('Imported in the period,Submitted,0,,')
    expect(lines).toHaveLength(1 + 8 + 8 + 8 + 7 + 1)
  })

  it('name companies, reasons and types, and say where none was given', async () => {
    const { body } = await fetchExport(reports.exportCompanyDeclinedReason, { format: 'csv' })
    const lines = body.toString().split('\r\n').slice(1, -1)
    expect(lines).toHaveLength(2)
    expect(lines.join('\n')).toMatch(/^Company .+,No reason given,Submitted,1$/m)
    const endings = await fetchExport(reports.exportProspectFinalDisposition, { format: 'csv' })
    expect(endings.body.toString()).toMatch(/^Declined by company,.*,Submitted,1\r$/m)
  })

  it('have one row for those who ended alike, had there been an offer or not', async () => {
    const here = await createReportFixture(server, 'UTC')
    for (const one of [0, 1]) {
      await here.run({ kind: 'create', position: 0, owner: 0, source: 0, type: 3 })
      if (one === 1) for (const type of [5, 3]) await here.run({ kind: 'move', one, type })
      await here.run({ kind: 'close', one, disposition: 0, reason: 2 })
    }
    for (const endpoint of [reports.exportProspectFinalDisposition, reports.exportCompanyDeclinedReason]) {
      const { body } = await fetchExport(endpoint, { format: 'csv' }, here.admin)
      const rows = body.toString().split('\r\n').slice(1, -1)
      expect(rows).toEqual([expect.stringMatching(/,Submitted,2$/)])
    }
  })

  it('of conversion have each step, the whole way and offers, beside the period before', async () => {
    const { body } = await server.call(reports.getConversionRate, { as: fixture.admin })
    const { steps, overall, offerAcceptance: offers } = body
    const rows = await rowsOf(reports.exportConversionRate)
    expect(rows.map((row) => row.slice(3))).toEqual([
      ...[...steps, overall].map(({ n, reached, rate, previous }) =>
        cells(n, reached, rate, previous.n, previous.reached, previous.rate),
      ),
      cells(offers.n, offers.accepted, offers.rate, ...Object.values(offers.previous)),
    ])
    expect(rows[0]!.slice(0, 6)).toEqual(cells('From stage to stage', 'Lead', 'Contacted', 4, 4, 1))
  })

  it('of sources have what each brought', async () => {
    const { body } = await server.call(reports.getSourceEffectiveness, { as: fixture.admin })
    const text = await csvOf(reports.exportSourceEffectiveness)
    expect(text.split('\r\n')[0]).toBe(
      'Source,Applications,Contacted or beyond,Qualified or beyond,Submitted or beyond,Interview or beyond,Offer or beyond,Hired,Rate,Hired in the period,Days to hire (median)',
    )
    const rows = (await rowsOf(reports.exportSourceEffectiveness)).map((row) => row.slice(-10))
    expect(rows).toEqual(
      body.items.map(({ reached, hired, rate, daysToHire }) =>
        cells(
          ...reached.slice(0, -1).map(({ count }) => count),
          hired,
          rate,
          daysToHire.n,
          daysToHire.median,
        ),
      ),
    )
    expect(text).toMatch(/^No source,1,/m)
  })

  it('of durations have the whole and each type', async () => {
    const { body } = await server.call(reports.getDurations, { as: fixture.admin })
    const { timeToHire, inStage } = body
    const rows = await rowsOf(reports.exportDurations)
    expect(rows).toHaveLength(2 + 2 * inStage.length)
    const { n, median, p90, previous } = timeToHire
    expect(rows[0]).toEqual(
      cells('Time to hire', null, n, median, p90, n, previous.n, previous.median, previous.p90),
    )
    for (const [index, { applications, current, ...stay }] of inStage.entries()) {
      const [stays, ages] = [rows[2 + index]!, rows[2 + inStage.length + index]!]
      expect(stays.slice(2, 6)).toEqual(cells(stay.n, stay.median, stay.p90, applications))
      expect(ages.slice(-7, -4)).toEqual(cells(current.n, current.median, current.p90))
    }
    expect(inStage.some(({ n }) => n > 0)).toBe(true)
  })

  it('of activity have each day, or each bucket that was asked for', async () => {
    const { body } = await server.call(dashboard.getDailyActivity, { as: fixture.admin })
    expect(await rowsOf(dashboard.exportDailyActivity)).toEqual(
      body.items.map((item) =>
        cells(
          item.at.slice(0, 10),
          item.calls,
          item.conversations,
          item.applications,
          item.moves,
          item.hired,
        ),
      ),
    )
    const weeks = await rowsOf(dashboard.exportDailyActivity, { bucket: 'week' })
    expect(weeks.length).toBeLessThanOrEqual(5)
    expect(weeks.at(-1)!.slice(1)).toEqual(cells(2, 1, 4, 3, 0))
  })

  it('of where leads stand say when that was, not a period', async () => {
    const { body } = await server.call(dashboard.getLeadsStatusOverview, { as: fixture.admin })
    const rows = await rowsOf(dashboard.exportLeadsStatusOverview)
    expect(rows.map((row) => row.slice(1))).toEqual(body.items.map(({ count, late }) => cells(count, late)))
    const sheets = await sheetsOf(
      (await fetchExport(dashboard.exportLeadsStatusOverview, { format: 'xlsx' })).body,
    )
    const about = sheets['Filters and definitions']!.map(([label]) => label)
    expect(about).toContain('As of')
    expect(about).not.toContain('Period')
  })

  it('of calls tell rates, endings and hours apart', async () => {
    const { body } = await server.call(voice.getCallStatuses, { as: fixture.admin })
    const { connection, contact, endReasons, byHour } = body
    const rows = await rowsOf(voice.exportCallStatuses)
    expect(rows).toHaveLength(2 + endReasons.length + byHour.length)
    const of = (figure: string) => rows.filter(([name]) => name === figure).map((row) => row.slice(3))
    const { placed, answered, rate } = connection
    expect(of('Connection rate')).toEqual([cells(null, placed, answered, null, null, null, rate, null)])
    expect(of('Contact rate')).toEqual([
      cells(null, null, null, null, contact.called, contact.spoken, contact.rate, null),
    ])
    expect(of('Call results')).toEqual(
      endReasons.map(({ count, share }) => cells(null, count, null, null, null, null, share, null)),
    )
    expect(of('Connection rate by weekday and hour').map((row) => row.slice(0, 4))).toEqual(
      byHour.map(({ hour, placed, answered, conversations }) => cells(hour, placed, answered, conversations)),
    )
    expect(endReasons).toHaveLength(2)
  })

  it('of attempts have the figures and how often each number was', async () => {
    const { body } = await server.call(voice.getCallAttempts, { as: fixture.admin })
    const { attemptsPerContact: attempts, hoursToFirstCall: hours } = body
    expect((await rowsOf(voice.exportCallAttempts)).map((row) => row.slice(1))).toEqual([
      cells(null, attempts.n, attempts.median, attempts.mean, null),
      cells(null, hours.n, hours.median, null, hours.p90),
      ...attempts.distribution.map(({ attempts: many, count }) => cells(many, count, null, null, null)),
    ])
    expect(attempts.n).toBe(1)
  })

  it('have filters and definitions on a sheet of their own', async () => {
    const { body } = await fetchExport(reports.exportProspectConversionFunnel, {
      format: 'xlsx',
      source: 'Referral',
    })
    const sheets = await sheetsOf(body)
    expect(Object.keys(sheets)).toEqual(['Hiring funnel', 'Filters and definitions'])
    const about = sheets['Filters and definitions']!
    expect(about).toContainEqual(['Source', 'Referral'])
    expect(about).toContainEqual(['Entered in the period', metricDefinitions.funnelEntered])
  })

  it('say the period by the clocks of the timezone', async () => {
    const period = { format: 'xlsx', from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
    const periodIn = async (timezone: string) => {
      const { body } = await fetchExport(reports.exportProspectConversionFunnel, { ...period, timezone })
      const about = (await sheetsOf(body))['Filters and definitions']!
      return about.find(([label]) => label === 'Period')![1]
    }
    expect(await periodIn('UTC')).toMatch(/12:00 AM.*12:00 AM/)
    expect(await periodIn('Asia/Tokyo')).toMatch(/9:00 AM.*9:00 AM/)
  })

  it('name nothing of another workspace as a filter', async () => {
    const { workspaceId } = await server.addWorkspace()
    const { companyId } = await addPosition(server.db, workspaceId)
    await server.db
      .updateTable('companies')
      .set({ name: 'Their client' })
      .where('id', '=', companyId)
      .execute()
    const query = { format: 'xlsx', companyId }
    const { body } = await fetchExport(reports.exportProspectConversionFunnel, query)
    expect(JSON.stringify(await sheetsOf(body))).not.toContain('Their client')
  })

  it('still name a company that was deleted', async () => {
    const companies = async () =>
      (await rowsOf(reports.exportCompanyDeclinedReason)).map(([company]) => company)
    const before = await companies()
    const setDeleted = (deletedAt: string | null) =>
      server.db
        .updateTable('companies')
        .set({ deleted_at: deletedAt })
        .where('workspace_id', '=', fixture.workspaceId)
        .execute()
    await setDeleted('2026-01-01T00:00:00Z')
    expect(await companies()).toEqual(before)
    await setDeleted(null)
    expect(before).toContainEqual(expect.stringMatching(/^Company /))
  })

  it('are logged with what was asked for', async () => {
    const query = { source: 'Referral', from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' }
    await csvOf(reports.exportProspectConversionFunnel, query)
    const rows = await server.db
      .selectFrom('audit_logs')
      .where('workspace_id', '=', fixture.workspaceId)
      .where('action', '=', 'reports.exported')
      .orderBy('at', 'desc')
      .select(['user_id', 'details'])
      .execute()
    expect(rows[0]).toMatchObject({
      user_id: fixture.admin.id,
      details: { report: 'prospect-conversion-funnel', filters: { ...query, source: ['Referral'] } },
    })
  })

  it('are neither for those who may only look, nor for those who may not look', async () => {
    const blind = await server.addUser(fixture.workspaceId, 'admin')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['reports:read'] })
      .where('id', '=', blind.id)
      .execute()
    for (const as of [fixture.manager, blind])
      expect((await fetchExport(reports.exportProspectConversionFunnel, {}, as)).status).toBe(403)
  })
})
