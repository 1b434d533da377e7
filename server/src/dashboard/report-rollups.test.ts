import * as applications from '@muster/contract/applications.ts'
import * as dashboard from '@muster/contract/dashboard.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import * as reports from '@muster/contract/reports.ts'
import * as voiceReports from '@muster/contract/voice-reports.ts'
import { updateWorkspace } from '@muster/contract/workspace.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { allSubjects } from '../facts/apply-pending-facts.ts'
import { compactTotals, rebuildFacts } from '../facts/compact-totals.ts'
import { nothing } from '../facts/figures.ts'
import { applyAllPendingFacts, updateTotals } from '../facts/update-facts.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { recount } from './fixtures/recount.ts'
import { createReportFixture, type Operation, type ReportFixture } from './fixtures/report-fixture.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

const endpoints: AnyEndpoint[] = [
  dashboard.getKpiMetrics,
  dashboard.getDailyActivity,
  dashboard.getHiringSummary,
  dashboard.getLeadsStatusOverview,
  reports.getConversionRate,
  reports.getProspectConversionFunnel,
  reports.getProspectFinalDisposition,
  reports.getCompanyDeclinedReason,
  reports.getSourceEffectiveness,
  reports.getDurations,
  voiceReports.getCallStatuses,
  voiceReports.getConversionOutcomes,
  voiceReports.getCallAttempts,
]

const day = 86_400_000

/** Midnight in New York so many days from now, whatever its clocks do in between. */
function midnight(days: number): string {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
    Date.now() + days * day,
  )
  const noon = Date.parse(`${date}T12:00:00Z`)
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/New_York',
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(noon),
  )
  return new Date(noon - hour * 3_600_000).toISOString()
}

type Query = Record<string, string | string[]>

function slices({ positions, owners, voice }: ReportFixture): Query[] {
  return [
    {},
    { companyId: positions[0]!.companyId },
    { ownerId: owners[0]!.id },
    { source: ['Referral', 'A file'] },
    { agentId: voice },
  ]
}

/** What every report answers, for every slice that sums are kept for. */
async function answers(fixture: ReportFixture, of = slices(fixture)): Promise<Record<string, unknown>> {
  const said: Record<string, unknown> = {}
  for (const slice of of)
    for (const endpoint of endpoints) {
      const query = { from: midnight(-9), to: midnight(1), bucket: 'week', ...slice }
      const { body, status } = await server.call(endpoint, { as: fixture.admin, query } as never)
      expect(status).toBe(200)
      // What it is compared with moves on with time.
      const { previousFrom, previousTo, ...period } =
        (body as { period?: Record<string, unknown> }).period ?? {}
      said[`${endpoint.name} ${JSON.stringify(slice)}`] = { ...(body as object), period }
    }
  return said
}

/** Figures of the whole workspace equal those recomputed from the definitions. */
async function expectRecounted(fixture: ReportFixture): Promise<void> {
  const period = { from: midnight(-9), to: midnight(1) }
  const query = { ...period, bucket: 'week' as const }
  const { body: kpi } = await server.call(dashboard.getKpiMetrics, { as: fixture.admin, query })
  const { body: conversion } = await server.call(reports.getConversionRate, { as: fixture.admin, query })
  const { body: outcomes } = await server.call(voiceReports.getConversionOutcomes, {
    as: fixture.admin,
    query,
  })
  const { body: summary } = await server.call(dashboard.getHiringSummary, { as: fixture.admin })
  const { body: funnel } = await server.call(reports.getProspectConversionFunnel, {
    as: fixture.admin,
    query,
  })
  const entries = (figure: 'count' | 'imported') =>
    funnel.entered.reduce((sum, step) => sum + step[figure], 0)
  const hire = kpi.items.find(({ key }) => key === 'timeToHire')!
  const { medianDays, ...counts } = await recount(server, fixture.workspaceId, period)
  expect({
    openingsFilled: summary.hired,
    hires: hire.n,
    imported: entries('imported'),
    entered: entries('count'),
    offers: conversion.offerAcceptance.n,
    accepted: conversion.offerAcceptance.accepted,
    spokenWith: outcomes.spokenWith,
    converted: outcomes.converted,
  }).toEqual(counts)
  // Reports round each duration to a tenth of a day, then the median.
  if (medianDays === null) expect(hire.value).toBeNull()
  else expect(Math.abs(hire.value! - medianDays)).toBeLessThan(0.11)
}

async function setReady(workspaceId: string, ready: boolean): Promise<void> {
  await server.db
    .updateTable('fact_states')
    .set({ totals_through: ready ? allSubjects : nothing })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** Everything the sums consist of. */
async function sums({ workspaceId }: ReportFixture): Promise<unknown[]> {
  const { rows } = await sql<object>`
    select split, key, figure, day::text, label, detail, ref, value, n from fact_totals where workspace_id = ${workspaceId}
    order by split, key, figure, day, label, detail, ref, value
  `.execute(server.db)
  return rows
}

/** It ends now, a moment later each time. */
const withoutPeriod = (key: string, value: unknown) => (key === 'period' ? undefined : value)

const number = fc.nat({ max: 40 })
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      position: number,
      owner: number,
      source: number,
      type: number,
    }),
  },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('move' as const), one: number, type: number }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), batch: fc.nat({ max: 3 }) }) },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      one: number,
      agent: number,
      end: number,
      outcome: number,
      hoursAgo: fc.nat({ max: 200 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('callNobody' as const),
      agent: number,
      hoursAgo: fc.nat({ max: 200 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('detachCall' as const), call: fc.nat({ max: 5 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      one: number,
      disposition: number,
      reason: number,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen' as const), one: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), one: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), one: number }) },
  // Apart, so that a fault in one is not made good by another that counts the application anew.
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('changeOwner' as const), one: number, owner: number }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('changeSource' as const), one: number, source: number }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('changeCallback' as const), one: number, secondsAgo: number }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge' as const), one: number, other: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unmerge' as const), merge: number }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      many: fc.integer({ min: 1, max: 4 }),
      position: number,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('importHistory' as const),
      position: number,
      type: number,
      appliedDaysAgo: fc.nat({ max: 20 }),
      daysAgo: fc.nat({ max: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('changeOpening' as const),
      position: number,
      daysAgo: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('changeCompany' as const), position: number }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('hold' as const), position: number, on: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('timePasses' as const),
      one: number,
      hours: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const) }) },
)

describe('the sums that reports read', () => {
  it('say the same as the rows, kept up or built anew, whatever was done', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 25, maxLength: 40 }), async (operations) => {
        const fixture = await createReportFixture(server, 'America/New_York')
        for (const [number, one] of operations.entries()) {
          await fixture.run(one)
          // What is said later builds on what the sums said then.
          if (number === 12) await answers(fixture, [{}])
        }
        const keptUp = await answers(fixture)
        await expectRecounted(fixture)
        await compactTotals(server.db, fixture.workspaceId)
        expect(await answers(fixture)).toEqual(keptUp)
        const compacted = await sums(fixture)
        await setReady(fixture.workspaceId, false)
        expect(await answers(fixture)).toEqual(keptUp)
        await rebuildFacts(server.db, fixture.workspaceId)
        expect(await sums(fixture)).toEqual(compacted)
        expect(await answers(fixture)).toEqual(keptUp)
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })

  it('follow a workspace into another timezone, the rows telling meanwhile', async () => {
    const fixture = await createReportFixture(server, 'America/New_York')
    await fixture.run({ kind: 'create', position: 0, owner: 0, source: 0, type: 0 })
    const funnel = async () => {
      const { body } = await server.call(reports.getProspectConversionFunnel, { as: fixture.admin })
      return [body.period.timezone, body.total, body.entered]
    }
    await server.call(updateWorkspace, { as: fixture.admin, body: { timezone: 'Asia/Tokyo' } })
    const told = await funnel()
    expect(told.slice(0, 2)).toEqual(['Asia/Tokyo', 1])
    await updateTotals(server)
    const { rows } = await sql`
      select timezone, totals_through = ${allSubjects} as ready from fact_states where workspace_id = ${fixture.workspaceId}
    `.execute(server.db)
    expect(rows).toEqual([{ timezone: 'Asia/Tokyo', ready: true }])
    expect(await funnel()).toEqual(told)
  })

  it('count what two transactions did to one application at the same time', async () => {
    const fixture = await createReportFixture(server, 'UTC')
    await fixture.run({ kind: 'create', position: 0, owner: 0, source: 0, type: 0 })
    const operations = Array.from(
      { length: 12 },
      (_, end): Operation => ({ kind: 'call', one: 0, agent: end, end, outcome: 0, hoursAgo: end * 7 }),
    )
    const edits: Operation[] = [
      { kind: 'changeOwner', one: 0, owner: 1 },
      { kind: 'changeSource', one: 0, source: 1 },
      { kind: 'changeCallback', one: 0, secondsAgo: 1 },
    ]
    await Promise.all([...operations, ...edits].map(fixture.run))
    const keptUp = await answers(fixture)
    await rebuildFacts(server.db, fixture.workspaceId)
    expect(await answers(fixture)).toEqual(keptUp)
  })

  it('are read again once they changed, and not before', async () => {
    const fixture = await createReportFixture(server, 'UTC')
    const create: Operation = { kind: 'create', position: 0, owner: 0, source: 0, type: 0 }
    const total = async () => {
      const { body } = await server.call(reports.getProspectConversionFunnel, { as: fixture.admin })
      return body.total
    }
    const count = (many: number) =>
      server.db
        .updateTable('fact_totals')
        .set({ n: many })
        .where('workspace_id', '=', fixture.workspaceId)
        .where('split', '=', '')
        .where('figure', '=', 'createdByReached')
        .execute()
    await fixture.run(create)
    await compactTotals(server.db, fixture.workspaceId)
    expect(await total()).toBe(1)
    await count(500)
    expect(await total()).toBe(1)
    await fixture.run(create)
    expect(await total()).toBe(2)
    await compactTotals(server.db, fixture.workspaceId)
    expect(await total()).toBe(501)
    await rebuildFacts(server.db, fixture.workspaceId)
    expect(await total()).toBe(2)
  })

  it('name what there is as much of in the same order, whichever way the database adds up', async () => {
    const fixture = await createReportFixture(server, 'UTC')
    const reasons = await server.db
      .selectFrom('reasons')
      .where('workspace_id', '=', fixture.workspaceId)
      .where('party', '=', 'company')
      .select('id')
      .execute()
    for (const [number, { id: reasonId }] of reasons.entries()) {
      await fixture.run({ kind: 'create', position: number % 3, owner: 0, source: 0, type: 3 })
      await server.call(applications.closeApplication, {
        as: fixture.admin,
        params: { id: fixture.made.at(-1)!.id },
        body: { disposition: 'declined_by_company', reasonId },
      })
    }
    const database = sql.id(new URL(server.connectionString).pathname.slice(1))
    const owner = connect(server.ownerConnectionString, 1)
    const told: string[] = []
    for (const way of ['enable_sort', 'enable_hashagg']) {
      await sql`alter database ${database} set ${sql.raw(way)} = off`.execute(owner)
      const other = await startTestServer({ connectionString: server.connectionString })
      await sql`alter database ${database} reset ${sql.raw(way)}`.execute(owner)
      const ask = async (endpoint: AnyEndpoint) => (await other.call(endpoint, { as: fixture.admin })).body
      const said = [
        await ask(reports.getCompanyDeclinedReason),
        await ask(reports.getProspectFinalDisposition),
      ]
      told.push(JSON.stringify(said, withoutPeriod))
      await other.stop()
    }
    await owner.destroy()
    expect(told[0]).toBe(told[1])
  })

  it('leave nothing behind of what a transaction touched', async () => {
    await applyAllPendingFacts(server)
    const { rows } = await sql`select * from pending_facts`.execute(server.db)
    expect(rows).toEqual([])
  })
})
