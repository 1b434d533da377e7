import { listApplications } from '@muster/contract/applications.ts'
import { listCalls } from '@muster/contract/calls.ts'
import * as dashboard from '@muster/contract/dashboard.ts'
import type { AnyEndpoint, ResponseOf } from '@muster/contract/endpoint.ts'
import type { Metric } from '@muster/contract/metric-definitions.ts'
import { listPositions } from '@muster/contract/positions.ts'
import {
  type ReportFigure,
  type RowsPeriod,
  type RowsSlice,
  rowsBehind,
} from '@muster/contract/report-rows.ts'
import * as reports from '@muster/contract/reports.ts'
import * as voice from '@muster/contract/voice-reports.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { createReportFixture, type Operation, type ReportFixture } from './fixtures/report-fixture.ts'

let server: TestServer
let fixture: ReportFixture

/** Everybody is made, moved, called, hired, closed and taken back, in some order that is always the same. */
function operations(): Operation[] {
  const created = Array.from(
    { length: 18 },
    (_, number): Operation => ({
      kind: 'create',
      position: number,
      owner: number,
      source: number % 4,
      type: number % 2,
    }),
  )
  const lived = created.flatMap((_, one): Operation[] => [
    { kind: 'timePasses', one, hours: 20 + one * 5 },
    { kind: 'call', one, agent: one, end: one + 3, outcome: one, hoursAgo: 30 + one },
    { kind: 'call', one, agent: one + 1, end: one, outcome: one + 1, hoursAgo: 20 + one },
    { kind: 'move', one, type: 1 + (one % 6) },
    { kind: 'timePasses', one, hours: 3 + one },
    ...(one % 3 === 0
      ? [{ kind: 'move', one, type: 5 } as const, { kind: 'undo', batch: one % 2 } as const]
      : []),
    ...(one % 4 === 1 ? [{ kind: 'close', one, disposition: one, reason: one } as const] : []),
    ...(one % 5 === 2
      ? [{ kind: 'move', one, type: 6 } as const, { kind: 'timePasses', one, hours: 9 } as const]
      : []),
    ...(one === 7 ? [{ kind: 'reopen', one } as const, { kind: 'move', one, type: 6 } as const] : []),
    ...(one === 9 ? [{ kind: 'close', one, disposition: 0, reason: 2 } as const] : []),
    ...(one === 11 ? [{ kind: 'delete', one } as const] : []),
    { kind: 'changeOwner', one, owner: one + 1 },
    { kind: 'changeCallback', one, secondsAgo: one },
  ])
  const declinedByCompany = 0
  const declined = [2, 4, 6, 8, 10, 12].map(
    (one): Operation => ({ kind: 'close', one, disposition: declinedByCompany, reason: one / 2 }),
  )
  return [
    ...created,
    ...lived,
    ...declined,
    { kind: 'callNobody', agent: 0, hoursAgo: 5 },
    { kind: 'hold', position: 1, on: true },
    { kind: 'import', many: 3, position: 0 },
    { kind: 'importHistory', position: 0, type: 4, appliedDaysAgo: 6, daysAgo: 2 },
  ]
}

beforeAll(async () => {
  server = await startTestServer()
  fixture = await createReportFixture(server, 'America/New_York')
  for (const operation of operations()) await fixture.run(operation)
  // The third position has more hires than openings.
  for (const _ of [1, 2, 3]) {
    await fixture.run({ kind: 'create', position: 2, owner: fixture.made.length, source: 0, type: 0 })
    await fixture.run({ kind: 'move', one: fixture.made.length - 1, type: 6 })
  }
})

afterAll(() => server?.stop())

type Expected = [figure: ReportFigure, count: number, period: RowsPeriod]

const kpiFigures: Record<Metric, ReportFigure> = {
  newApplications: { counts: 'created' },
  peopleSpokenWith: { counts: 'spokenWith' },
  submitted: { counts: 'entered', type: 'submitted' },
  hired: { counts: 'entered', type: 'hired' },
  timeToHire: { counts: 'lastHired' },
  connectionRate: { counts: 'calls', which: 'placed' },
  contactRate: { counts: 'called' },
  offerAcceptance: { counts: 'offers' },
}

/** Every number and every bar of every report. */
async function figuresOf(slice: RowsSlice): Promise<Expected[]> {
  const answer = async <E extends AnyEndpoint>(endpoint: E): Promise<ResponseOf<E>> => {
    const { body, status } = await server.call(endpoint, { as: fixture.admin, query: slice } as never)
    expect(status).toBe(200)
    return body as ResponseOf<E>
  }
  const kpi = await answer(dashboard.getKpiMetrics)
  const period: RowsPeriod = kpi.period
  const found: Expected[] = []
  const add = (count: number, figure: ReportFigure, of = period) => found.push([figure, count, of])

  for (const { key, n, value, unit, series } of kpi.items) {
    add(n, kpiFigures[key])
    series.forEach((point, index) => {
      const to = series[index + 1]?.at ?? period.to
      if (unit === 'count' && (point.value || index % 9 === 0))
        add(point.value!, kpiFigures[key], { ...period, from: point.at, to })
    })
    if (unit === 'count') expect(value).toBe(n)
  }
  const activity = await answer(dashboard.getDailyActivity)
  activity.items.forEach((item, index) => {
    const of = { ...period, from: item.at, to: activity.items[index + 1]?.at ?? period.to }
    if (!(item.applications || item.calls || item.moves || item.hired)) return
    add(item.applications, { counts: 'created' }, of)
    add(item.calls, { counts: 'calls', which: 'placed' }, of)
    add(item.conversations, { counts: 'calls', which: 'conversations' }, of)
    add(item.moves, { counts: 'moved' }, of)
    add(item.hired, { counts: 'entered', type: 'hired' }, of)
  })
  const summary = await answer(dashboard.getHiringSummary)
  if (!slice.source && !slice.agentId) add(summary.openPositions, { counts: 'openPositions' })
  add(summary.hired, { counts: 'openingsFilled' })
  add(summary.openApplications, { counts: 'open' })
  add(summary.late, { counts: 'late' })
  add(summary.callbacksDue, { counts: 'callbacksDue' })
  for (const { type, count, late } of (await answer(dashboard.getLeadsStatusOverview)).items) {
    add(count, { counts: 'open', type })
    add(late, { counts: 'late', type })
  }

  const conversion = await answer(reports.getConversionRate)
  for (const { from, to, n, reached } of conversion.steps) {
    add(n, { counts: 'reached', type: from })
    add(reached, { counts: 'reached', type: to })
  }
  add(conversion.offerAcceptance.n, { counts: 'offers' })
  add(conversion.offerAcceptance.accepted, { counts: 'offers', accepted: true })
  const funnel = await answer(reports.getProspectConversionFunnel)
  add(funnel.total, { counts: 'created' })
  for (const { type, count } of funnel.current) add(count, { counts: 'created', type })
  for (const { type, count, imported } of funnel.entered) {
    add(count, { counts: 'entered', type })
    add(imported, { counts: 'entered', type, imported: true })
    add(count - imported, { counts: 'entered', type, imported: false })
  }
  for (const { type, count } of funnel.reached) add(count, { counts: 'reached', type })

  const endings = await answer(reports.getProspectFinalDisposition)
  add(endings.total, { counts: 'ended' })
  for (const { disposition, count, reasons, byType } of endings.items) {
    add(count, { counts: 'ended', disposition })
    for (const { reasonId, count } of reasons) add(count, { counts: 'ended', disposition, reasonId })
    for (const { type, count } of byType) add(count, { counts: 'ended', disposition, type })
  }
  const declined = await answer(reports.getCompanyDeclinedReason)
  const disposition = 'declined_by_company'
  add(declined.total, { counts: 'ended', disposition })
  add(declined.noneGiven.count, { counts: 'ended', disposition, reasonId: null })
  for (const { reasonId, count } of declined.reasons) add(count, { counts: 'ended', disposition, reasonId })
  for (const { type, count } of declined.stages) add(count, { counts: 'ended', disposition, type })
  for (const { company, count, noneGiven, reasons, stages } of declined.companies) {
    const theirs = { counts: 'ended', disposition, companyId: company.id } as const
    add(count, theirs)
    add(noneGiven, { ...theirs, reasonId: null })
    for (const { reasonId, count } of reasons) add(count, { ...theirs, reasonId })
    for (const { type, count } of stages) add(count, { ...theirs, type })
  }
  for (const { source, reached, hired, daysToHire } of (await answer(reports.getSourceEffectiveness)).items) {
    for (const { type, count } of reached) add(count, { counts: 'reached', type, source })
    add(hired, { counts: 'reached', type: 'hired', source })
    add(daysToHire.n, { counts: 'lastHired', source })
  }
  const durations = await answer(reports.getDurations)
  add(durations.timeToHire.n, { counts: 'lastHired' })
  add(durations.timeToFill.n, { counts: 'lastHired' })
  for (const { type, applications, current } of durations.inStage) {
    add(applications, { counts: 'left', type })
    add(current.n, { counts: 'open', type })
  }

  const statuses = await answer(voice.getCallStatuses)
  add(statuses.total, { counts: 'calls', which: 'placed' })
  for (const { endReason, count } of statuses.endReasons)
    add(count, { counts: 'calls', which: 'placed', endReason })
  for (const { weekday, hour, placed, answered, conversations } of statuses.byHour) {
    add(placed, { counts: 'calls', which: 'placed', weekday, hour })
    add(answered, { counts: 'calls', which: 'answered', weekday, hour })
    add(conversations, { counts: 'calls', which: 'conversations', weekday, hour })
  }
  add(statuses.connection.answered, { counts: 'calls', which: 'answered' })
  add(statuses.contact.called, { counts: 'called' })
  add(statuses.contact.spoken, { counts: 'contactMade' })
  const outcomes = await answer(voice.getConversionOutcomes)
  add(outcomes.total, { counts: 'calls', which: 'allConversations' })
  for (const { outcome, count } of outcomes.outcomes)
    add(count, { counts: 'calls', which: 'allConversations', outcome })
  add(outcomes.spokenWith, { counts: 'spokenWith' })
  add(outcomes.converted, { counts: 'converted' })
  for (const row of outcomes.agents) {
    const agentId = row.agent?.id ?? null
    add(row.placed, { counts: 'calls', which: 'placed', agentId })
    add(row.answered, { counts: 'calls', which: 'answered', agentId })
    if (!row.agent) continue
    add(row.spokenWith, { counts: 'spokenWith', agentId })
    add(row.converted, { counts: 'converted', agentId })
  }
  const attempts = await answer(voice.getCallAttempts)
  add(attempts.attemptsPerContact.n, { counts: 'firstSpoken' })
  for (const { attempts: many, count } of attempts.attemptsPerContact.distribution)
    add(count, { counts: 'firstSpoken', attempts: many })
  add(attempts.hoursToFirstCall.n, { counts: 'firstCalled' })
  return found
}

const lists = { applications: listApplications, calls: listCalls, positions: listPositions }

const slices: [string, (fixture: ReportFixture) => RowsSlice][] = [
  ['everything', () => ({})],
  ['a company', ({ positions }) => ({ companyId: [positions[0]!.companyId] })],
  ['a position', ({ positions }) => ({ positionId: [positions[1]!.id] })],
  ['an owner', ({ owners }) => ({ ownerId: [owners[0]!.id] })],
  ['a source', () => ({ source: ['Job, fair'] })],
  ['an agent', ({ voice }) => ({ agentId: [voice] })],
  ['an owner and an agent', ({ owners, voice }) => ({ ownerId: [owners[0]!.id], agentId: [voice] })],
]

describe('the rows behind a figure', () => {
  it.each(slices)('are as many as the figure says, of every report of %s', async (_, slice) => {
    const asked = slice(fixture)
    const figures = await figuresOf(asked)
    const wrong: unknown[] = []
    const known = new Map<string, number>()
    for (const [figure, count, period] of figures) {
      const { list, filters } = rowsBehind(figure, period, asked)
      const address = JSON.stringify([list, filters])
      if (!known.has(address)) {
        const query = { ...filters, limit: '1' }
        const { body, status } = await server.call(lists[list], { as: fixture.admin, query } as never)
        expect([status, list, filters]).toEqual([200, list, filters])
        known.set(address, (body as { total: { value: number } }).total.value)
      }
      if (known.get(address) !== count)
        wrong.push({ figure, count, rows: known.get(address), from: period.from })
    }
    expect(wrong).toEqual([])
    expect(figures.filter(([, count]) => count > 0).length).toBeGreaterThan(20)
  })
})

describe('a report with a row for each', () => {
  const ranked = {
    company: async (limit?: string) => {
      const { body } = await server.call(reports.getCompanyDeclinedReason, {
        as: fixture.admin,
        query: { limit },
      })
      return { rows: body.companies, count: body.companyCount }
    },
    source: async (limit?: string) => {
      const { body } = await server.call(reports.getSourceEffectiveness, {
        as: fixture.admin,
        query: { limit },
      })
      return { rows: body.items, count: body.sourceCount }
    },
  }

  it.each(['company', 'source'] as const)(
    '%s has as many as asked for, those with most first, and says how many there are',
    async (of) => {
      const all = await ranked[of]()
      expect(all.rows.length).toBeGreaterThan(1)
      expect(all.count).toBe(all.rows.length)
      expect(await ranked[of]('1')).toEqual({ rows: all.rows.slice(0, 1), count: all.count })
    },
  )
})
