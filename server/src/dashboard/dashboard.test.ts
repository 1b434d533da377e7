import { listApplications } from '@muster/contract/applications.ts'
import { getBoard } from '@muster/contract/board.ts'
import * as contract from '@muster/contract/dashboard.ts'
import { type DispositionKind, dispositionKeys } from '@muster/contract/dispositions.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { dayOf, daysBetween } from '@muster/contract/local-days.ts'
import { type Metric, metricDefinitions } from '@muster/contract/metric-definitions.ts'
import { getPosition, listPositions } from '@muster/contract/positions.ts'
import { rowsBehind } from '@muster/contract/report-rows.ts'
import { getConversionRate, getDurations } from '@muster/contract/reports.ts'
import { type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import { getConversionOutcomes } from '@muster/contract/voice-reports.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

interface Fixture {
  workspaceId: string
  admin: TestUser
  position: TestPosition
}

async function addFixture(timezone = 'UTC'): Promise<Fixture> {
  const { workspaceId } = await server.addWorkspace()
  await server.db.updateTable('workspaces').set({ timezone }).where('id', '=', workspaceId).execute()
  return {
    workspaceId,
    admin: await server.addUser(workspaceId, 'admin'),
    position: await addPosition(server.db, workspaceId),
  }
}

interface ApplicationValues {
  position?: TestPosition
  type?: StatusType
  createdAt?: string
  appliedAt?: string
  ownerId?: string
  source?: string
  disposition?: DispositionKind
  reached?: StatusType
  closedAt?: string
  dueAt?: string
  callbackAt?: string
}

async function addApplication(fixture: Fixture, values: ApplicationValues = {}): Promise<string> {
  const { workspaceId } = fixture
  const position = values.position ?? fixture.position
  const type = values.type ?? 'lead'
  const candidateId = newId()
  const id = newId()
  const name = `Candidate ${id.slice(-6)}`
  await server.db
    .insertInto('candidates')
    .values({ workspace_id: workspaceId, id: candidateId, name })
    .execute()
  const createdAt = values.createdAt ?? '2025-01-01T00:00:00Z'
  const closed = type === 'hired' || type === 'closed'
  await server.db
    .insertInto('applications')
    .values({
      workspace_id: workspaceId,
      id,
      candidate_id: candidateId,
      position_id: position.id,
      status_id: position.statuses[type],
      status_type: type,
      reached: values.reached || type !== 'closed' ? statusTypeRank(values.reached ?? type) : 0,
      rank: id,
      owner_id: values.ownerId ?? null,
      source: values.source ?? null,
      due_at: values.dueAt ?? null,
      callback_at: values.callbackAt ?? null,
      disposition: closed ? (values.disposition ?? (type === 'hired' ? 'hired' : 'withdrawn')) : null,
      closed_at: closed ? (values.closedAt ?? createdAt) : null,
      candidate_name: name,
      candidate_search: name.toLowerCase(),
      applied_at: values.appliedAt ?? createdAt,
      created_at: createdAt,
    })
    .execute()
  return id
}

async function addMove(
  fixture: Fixture,
  applicationId: string,
  move: { from?: StatusType; to: StatusType; at: string; reverted?: boolean; position?: TestPosition },
): Promise<void> {
  const position = move.position ?? fixture.position
  await server.db
    .insertInto('activity_logs')
    .values({
      workspace_id: fixture.workspaceId,
      id: newId(),
      application_id: applicationId,
      position_id: position.id,
      kind: 'moved',
      at: move.at,
      from_status_id: position.statuses[move.from ?? 'lead'],
      from_type: move.from ?? 'lead',
      to_status_id: position.statuses[move.to],
      to_type: move.to,
      reverted_at: move.reverted ? move.at : null,
    })
    .execute()
}

async function addCall(
  fixture: Fixture,
  applicationId: string | null,
  call: { at: string; endReason?: string; agentId?: string; lifecycle?: string; direction?: string },
): Promise<void> {
  await server.db
    .insertInto('calls')
    .values({
      workspace_id: fixture.workspaceId,
      id: newId(),
      application_id: applicationId,
      agent_id: call.agentId ?? null,
      lifecycle: call.lifecycle ?? 'completed',
      direction: call.direction ?? 'outbound',
      end_reason: call.endReason ?? 'human_conversation',
      started_at: call.at,
    })
    .execute()
}

async function addAgent(fixture: Fixture): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('agents')
    .values({ workspace_id: fixture.workspaceId, id, name: `Agent ${id}`, kind: 'voice' })
    .execute()
  return id
}

type Query = CallOf<typeof contract.getKpiMetrics>['query']

const january: Query = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }

async function kpi(fixture: Fixture, query: Query = january, as = fixture.admin) {
  const { body, status } = await server.call(contract.getKpiMetrics, { as, query })
  expect(status).toBe(200)
  return { period: body.period, of: (key: Metric) => body.items.find((item) => item.key === key)! }
}

async function daily(fixture: Fixture, query: Query = january, as = fixture.admin) {
  const { body, status } = await server.call(contract.getDailyActivity, { as, query })
  expect(status).toBe(200)
  return body
}

describe('getKpiMetrics', () => {
  it('counts applications created in the period and in the one before', async () => {
    const fixture = await addFixture()
    const moments = [
      '2025-11-30T23:59:59.999Z',
      '2025-12-01T00:00:00Z',
      '2025-12-31T23:59:59.999Z',
      '2026-01-01T00:00:00Z',
      '2026-01-15T12:00:00Z',
      '2026-01-31T23:59:59.999Z',
      '2026-02-01T00:00:00Z',
    ]
    for (const createdAt of moments) await addApplication(fixture, { createdAt })
    const { period, of } = await kpi(fixture)
    expect(period).toEqual({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
      previousFrom: '2025-12-01T00:00:00.000Z',
      previousTo: '2026-01-01T00:00:00.000Z',
      timezone: 'UTC',
    })
    const metric = of('newApplications')
    expect(metric).toMatchObject({ value: 3, previous: 2, n: 3, unit: 'count' })
    expect(metric.definition).toBe(metricDefinitions.newApplications)
    expect(metric.series).toHaveLength(31)
    expect(metric.series.filter(({ value }) => value !== 0)).toEqual([
      { at: '2026-01-01T00:00:00.000Z', value: 1 },
      { at: '2026-01-15T00:00:00.000Z', value: 1 },
      { at: '2026-01-31T00:00:00.000Z', value: 1 },
    ])
  })

  it('counts a person spoken with once, however many the conversations', async () => {
    const fixture = await addFixture()
    const spoken = await addApplication(fixture)
    const missed = await addApplication(fixture)
    await addCall(fixture, spoken, { at: '2026-01-05T10:00:00Z' })
    await addCall(fixture, spoken, { at: '2026-01-05T11:00:00Z', endReason: 'transferred' })
    await addCall(fixture, spoken, { at: '2026-01-06T10:00:00Z' })
    await addCall(fixture, missed, { at: '2026-01-05T10:00:00Z', endReason: 'voicemail' })
    await addCall(fixture, null, { at: '2026-01-05T10:00:00Z' })
    const metric = (await kpi(fixture)).of('peopleSpokenWith')
    expect(metric).toMatchObject({ value: 1, n: 1 })
    expect(metric.series.filter(({ value }) => value === 1)).toHaveLength(2)
  })

  it('leaves out moves taken back, and moves within a type', async () => {
    const fixture = await addFixture()
    const [kept, taken, shuffled] = [
      await addApplication(fixture, { type: 'submitted' }),
      await addApplication(fixture),
      await addApplication(fixture, { type: 'submitted' }),
    ]
    await addMove(fixture, kept, { to: 'submitted', at: '2026-01-10T00:00:00Z' })
    await addMove(fixture, kept, { from: 'contacted', to: 'submitted', at: '2026-01-20T00:00:00Z' })
    await addMove(fixture, taken, { to: 'submitted', at: '2026-01-10T00:00:00Z', reverted: true })
    await addMove(fixture, shuffled, { from: 'submitted', to: 'submitted', at: '2026-01-10T00:00:00Z' })
    expect((await kpi(fixture)).of('submitted')).toMatchObject({ value: 1, previous: 0, n: 1 })
  })

  it('takes the median of the days from first engagement to the last hire', async () => {
    const fixture = await addFixture()
    const hire = async (appliedAt: string, at: string, reverted = false) => {
      const id = await addApplication(fixture, { type: 'hired', appliedAt })
      await addMove(fixture, id, { from: 'offer', to: 'hired', at, reverted })
      return id
    }
    await hire('2026-01-01T00:00:00Z', '2026-01-05T00:00:00Z')
    await hire('2026-01-01T00:00:00Z', '2026-01-07T06:00:00Z')
    const calledFirst = await hire('2026-01-10T00:00:00Z', '2026-01-12T00:00:00Z')
    await addCall(fixture, calledFirst, { at: '2026-01-02T00:00:00Z', endReason: 'no_answer' })
    await hire('2026-01-01T00:00:00Z', '2026-01-31T00:00:00Z', true)
    const again = await hire('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')
    await addMove(fixture, again, { from: 'offer', to: 'hired', at: '2026-02-03T00:00:00Z' })
    const { of } = await kpi(fixture)
    expect(of('timeToHire')).toMatchObject({ value: 6.3, previous: null, n: 3, unit: 'days' })
    expect(of('hired')).toMatchObject({ value: 4, n: 4 })
    const days = of('timeToHire').series.filter(({ value }) => value !== null)
    expect(days.map(({ value }) => value)).toEqual([4, 6.3, 10])
  })

  it('starts time to hire at a call that was placed, and at no other call', async () => {
    const fixture = await addFixture()
    const appliedAt = '2026-01-05T00:00:00Z'
    const calledOn2 = async (call: Omit<Parameters<typeof addCall>[2], 'at'>) => {
      const id = await addApplication(fixture, { type: 'hired', appliedAt })
      await addMove(fixture, id, { from: 'offer', to: 'hired', at: '2026-01-10T00:00:00Z' })
      await addCall(fixture, id, { at: '2026-01-02T00:00:00Z', ...call })
      return (await kpi(fixture)).of('timeToHire')
    }
    expect(await calledOn2({ endReason: 'canceled', lifecycle: 'canceled' })).toMatchObject({
      value: 5,
      n: 1,
    })
    expect(await calledOn2({ lifecycle: 'queued' })).toMatchObject({ value: 5, n: 2 })
    expect(await calledOn2({ direction: 'inbound' })).toMatchObject({ value: 5, n: 3 })
    expect(await calledOn2({ endReason: 'no_answer', lifecycle: 'no_answer' })).toMatchObject({ n: 4 })
    for (const _ of [1, 2, 3]) await calledOn2({ endReason: 'voicemail' })
    expect((await kpi(fixture)).of('timeToHire')).toMatchObject({ value: 8, n: 7 })
  })

  it('has no negative time to hire, whatever the application date', async () => {
    const fixture = await addFixture()
    const id = await addApplication(fixture, { type: 'hired', appliedAt: '2026-06-01T00:00:00Z' })
    await addMove(fixture, id, { from: 'offer', to: 'hired', at: '2026-01-10T00:00:00Z' })
    expect((await kpi(fixture)).of('timeToHire')).toMatchObject({ value: 0, n: 1 })
  })

  it('takes offer acceptance of decided offers: nobody without an offer, no closing that decides none', async () => {
    const fixture = await addFixture()
    const close = async (disposition: DispositionKind, offer: 'made' | 'undone' | 'none') => {
      const type = disposition === 'hired' ? 'hired' : 'closed'
      const reached = offer === 'made' ? 'offer' : 'interview'
      const closedAt = '2026-01-20T00:00:00Z'
      const id = await addApplication(fixture, { type, disposition, reached, closedAt })
      const at = '2026-01-10T00:00:00Z'
      if (offer !== 'none')
        await addMove(fixture, id, { from: 'interview', to: 'offer', at, reverted: offer === 'undone' })
      await addMove(fixture, id, { from: offer === 'made' ? 'offer' : 'interview', to: type, at: closedAt })
      // Hired without an offer, then reopened and closed: the furthest type is hired.
      if (type === 'closed' && offer === 'none')
        await server.db.updateTable('applications').set({ reached: 6 }).where('id', '=', id).execute()
    }
    for (const disposition of dispositionKeys)
      for (const offer of ['made', 'undone', 'none'] as const) await close(disposition, offer)
    await close('hired', 'made')
    const { of } = await kpi(fixture)
    expect(of('offerAcceptance')).toMatchObject({ value: 0.4, n: 5 })
    const { body } = await server.call(getConversionRate, { as: fixture.admin, query: january })
    expect(body.offerAcceptance).toMatchObject({ n: 5, accepted: 2, rate: 0.4 })
  })

  it('narrows by position, company, owner, source and agent', async () => {
    const fixture = await addFixture()
    const other = await addPosition(server.db, fixture.workspaceId)
    const owner = await server.addUser(fixture.workspaceId, 'recruiter')
    const agentId = await addAgent(fixture)
    const createdAt = '2026-01-10T00:00:00Z'
    await addApplication(fixture, { createdAt, position: other })
    await addApplication(fixture, { createdAt, ownerId: owner.id })
    await addApplication(fixture, { createdAt, source: 'Job fair' })
    const called = await addApplication(fixture, { createdAt, source: 'Referral' })
    await addCall(fixture, called, { at: createdAt, agentId })
    const count = async (query: Query) => {
      const { of } = await kpi(fixture, { ...january, ...query })
      return of('newApplications').value
    }
    expect(await count({})).toBe(4)
    expect(await count({ positionId: other.id })).toBe(1)
    expect(await count({ companyId: fixture.position.companyId })).toBe(3)
    expect(await count({ companyId: [fixture.position.companyId, other.companyId].join() })).toBe(4)
    expect(await count({ ownerId: owner.id })).toBe(1)
    expect(await count({ source: ['Job fair', 'Referral'] })).toBe(2)
    expect(await count({ agentId })).toBe(1)
    expect(await count({ agentId, source: 'Job fair' })).toBe(0)
  })

  it('counts for a hiring manager what is on their positions, and nothing of another workspace', async () => {
    const fixture = await addFixture()
    const manager = await server.addUser(fixture.workspaceId, 'hiring_manager')
    const own = await addPosition(server.db, fixture.workspaceId, { hiringManagerId: manager.id })
    const createdAt = '2026-01-10T00:00:00Z'
    await addApplication(fixture, { createdAt })
    const seen = await addApplication(fixture, { createdAt, position: own })
    await addCall(fixture, seen, { at: createdAt })
    await addCall(fixture, null, { at: createdAt })
    expect((await kpi(fixture, january, manager)).of('newApplications').value).toBe(1)
    expect((await daily(fixture, january, manager)).items.map(({ calls }) => calls)).toContain(1)
    const stranger = await addFixture()
    const foreign = await kpi(stranger, { ...january, positionId: own.id })
    expect(foreign.of('newApplications').value).toBe(0)
    expect((await kpi(stranger)).of('newApplications').value).toBe(0)
  })

  it('is not for those without the right to reports', async () => {
    const { workspaceId } = await addFixture()
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    expect((await server.call(contract.getKpiMetrics, { as: coordinator })).status).toBe(403)
  })

  it('cuts weeks on Mondays and months on the first', async () => {
    const fixture = await addFixture()
    const starts = async (bucket: 'week' | 'month') => {
      const { of } = await kpi(fixture, { ...january, bucket })
      return of('hired').series.map(({ at }) => at.slice(0, 10))
    }
    expect(await starts('week')).toEqual([
      '2025-12-29',
      '2026-01-05',
      '2026-01-12',
      '2026-01-19',
      '2026-01-26',
    ])
    expect(await starts('month')).toEqual(['2026-01-01'])
  })

  it("is of the last 28 days of the workspace's calendar, today included, unless told otherwise", async () => {
    const fixture = await addFixture('Pacific/Kiritimati')
    await addApplication(fixture, { createdAt: new Date().toISOString() })
    const { period, of } = await kpi(fixture, {})
    const { series, value } = of('newApplications')
    expect(value).toBe(1)
    expect(series).toHaveLength(28)
    expect(series.at(-1)!.value).toBe(1)
    expect(period.timezone).toBe('Pacific/Kiritimati')
    // Midnight there, at 14 hours ahead.
    expect(period.from.slice(11)).toBe('10:00:00.000Z')
  })
})

describe('report periods across a change of clocks', () => {
  it.each([
    [
      'New York in spring, a day of 23 hours',
      'America/New_York',
      '2026-03-08',
      '05:00',
      '2026-03-09',
      '04:00',
    ],
    [
      'New York in autumn, a day of 25 hours',
      'America/New_York',
      '2026-11-01',
      '04:00',
      '2026-11-02',
      '05:00',
    ],
    ['Oslo in spring', 'Europe/Oslo', '2026-03-28', '23:00', '2026-03-29', '22:00'],
    ['Cairo, where the day begins at one', 'Africa/Cairo', '2026-04-23', '22:00', '2026-04-24', '21:00'],
    ['Lord Howe, by half an hour', 'Australia/Lord_Howe', '2026-04-04', '13:00', '2026-04-05', '13:30'],
  ])('count the whole day once: %s', async (_, timezone, day, start, nextDay, end) => {
    const fixture = await addFixture(timezone)
    const begins = `${day}T${start}:00.000Z`
    const ends = `${nextDay}T${end}:00.000Z`
    const before = (moment: string) => new Date(Date.parse(moment) - 1).toISOString()
    for (const createdAt of [before(begins), begins, before(ends), ends])
      await addApplication(fixture, { createdAt })
    const around: Query = {
      from: new Date(Date.parse(begins) - 3 * 86_400_000).toISOString(),
      to: new Date(Date.parse(ends) + 3 * 86_400_000).toISOString(),
    }
    const { items } = await daily(fixture, around)
    const index = items.findIndex(({ at }) => at === begins)
    expect(items.slice(index - 1, index + 2).map(({ at, applications }) => [at, applications])).toEqual([
      [expect.any(String), 1],
      [begins, 2],
      [ends, 1],
    ])
  })

  it('compare with as many days of the calendar', async () => {
    const fixture = await addFixture('America/New_York')
    const week: Query = { from: '2026-03-08T05:00:00Z', to: '2026-03-15T04:00:00Z' }
    expect((await kpi(fixture, week)).period.previousFrom).toBe('2026-03-01T05:00:00.000Z')
    const after: Query = { from: '2026-03-15T04:00:00Z', to: '2026-03-22T04:00:00Z' }
    expect((await kpi(fixture, after)).period.previousFrom).toBe('2026-03-08T05:00:00.000Z')
  })

  it('take another timezone than the workspace when told', async () => {
    const fixture = await addFixture('America/New_York')
    await addApplication(fixture, { createdAt: '2026-01-10T03:00:00Z' })
    const dayOf = async (query: Query) =>
      (await daily(fixture, { ...january, ...query })).items.find(({ applications }) => applications)!.at
    expect(await dayOf({})).toBe('2026-01-09T05:00:00.000Z')
    expect(await dayOf({ timezone: 'Asia/Tokyo' })).toBe('2026-01-09T15:00:00.000Z')
  })
})

describe('report queries', () => {
  it.each([
    ['an end before the start', { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'from'],
    ['an empty period', { from: '2026-02-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }, 'from'],
    ['more days than anyone reads', { from: '1950-01-01T00:00:00Z' }, 'bucket'],
    ['a year nobody means', { from: '0001-01-01T00:00:00Z' }, 'from'],
    ['a timezone there is not', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an offset for a timezone', { timezone: '+05:30' }, 'timezone'],
  ])('refuse %s', async (_, query, field) => {
    const { admin } = await addFixture()
    const { status, body } = await server.call(contract.getDailyActivity, { as: admin, query })
    expect(status).toBe(422)
    expect(body.details).toHaveProperty(field)
  })

  it('take an end without a start', async () => {
    const fixture = await addFixture()
    const { period, items } = await daily(fixture, { to: '2026-01-29T00:00:00Z' })
    expect(period.from).toBe('2026-01-01T00:00:00.000Z')
    expect(items).toHaveLength(28)
  })
})

describe('voice conversion', () => {
  it('counts first arrivals at qualified or beyond after a conversation, and no other moves', async () => {
    const fixture = await addFixture()
    const agentId = await addAgent(fixture)
    const [before, after, later] = ['2026-01-05T00:00:00Z', '2026-01-15T00:00:00Z', '2026-01-16T00:00:00Z']
    const spokenWith = async (...moves: Parameters<typeof addMove>[2][]) => {
      const id = await addApplication(fixture)
      await addCall(fixture, id, { at: '2026-01-10T00:00:00Z', agentId })
      for (const move of moves) await addMove(fixture, id, move)
      return id
    }
    const converted = [
      await spokenWith({ to: 'qualified', at: after }),
      await spokenWith({ from: 'contacted', to: 'interview', at: after }),
      await spokenWith({ to: 'qualified', at: before, reverted: true }, { to: 'qualified', at: after }),
      await spokenWith({ to: 'qualified', at: after }, { from: 'qualified', to: 'closed', at: later }),
    ]
    await spokenWith({ to: 'qualified', at: before }, { from: 'qualified', to: 'submitted', at: after })
    await spokenWith({ to: 'submitted', at: before }, { from: 'submitted', to: 'qualified', at: after })
    await spokenWith({ to: 'hired', at: before }, { from: 'hired', to: 'offer', at: after })
    await spokenWith({ from: 'interview', to: 'qualified', at: after })
    await spokenWith(
      { from: 'qualified', to: 'lead', at: after },
      { from: 'lead', to: 'qualified', at: later },
    )
    await spokenWith({ to: 'qualified', at: after, reverted: true })
    await spokenWith({ to: 'contacted', at: after })
    const figures = { spokenWith: 11, converted: 4 }
    for (const slice of [{}, { positionId: fixture.position.id }]) {
      const query = { ...january, ...slice }
      const { body } = await server.call(getConversionOutcomes, { as: fixture.admin, query })
      expect(body).toMatchObject({ ...figures, agents: [figures] })
    }
    const period = { from: january!.from!, to: january!.to!, timezone: 'UTC' }
    const { filters } = rowsBehind({ counts: 'converted', agentId }, period)
    const { body } = await server.call(listApplications, { as: fixture.admin, query: filters as never })
    expect(body.items.map(({ id }) => id).sort()).toEqual(converted.sort())
  })
})

describe('getDailyActivity', () => {
  it('tells apart calls placed, conversations, moves and hires', async () => {
    const fixture = await addFixture()
    const id = await addApplication(fixture, { type: 'hired', createdAt: '2026-01-03T09:00:00Z' })
    const at = '2026-01-03T10:00:00Z'
    await addCall(fixture, id, { at })
    await addCall(fixture, id, { at, endReason: 'no_answer', lifecycle: 'no_answer' })
    await addCall(fixture, id, { at, endReason: 'canceled', lifecycle: 'canceled' })
    await addCall(fixture, id, { at, direction: 'inbound' })
    await addCall(fixture, null, { at, endReason: 'voicemail' })
    await addMove(fixture, id, { to: 'contacted', at })
    await addMove(fixture, id, { to: 'qualified', at, reverted: true })
    await addMove(fixture, id, { from: 'contacted', to: 'hired', at })
    const { items } = await daily(fixture)
    expect(items[2]).toEqual({
      at: '2026-01-03T00:00:00.000Z',
      applications: 1,
      calls: 3,
      conversations: 1,
      moves: 1,
      hired: 1,
    })
    expect(items[1]).toMatchObject({ applications: 0, calls: 0, conversations: 0, moves: 0, hired: 0 })
    const narrowed = await daily(fixture, { ...january, positionId: fixture.position.id })
    expect(narrowed.items[2]!.calls).toBe(2)
  })

  it('leaves out what belongs to deleted applications', async () => {
    const fixture = await addFixture()
    const id = await addApplication(fixture, { createdAt: '2026-01-03T09:00:00Z' })
    await addCall(fixture, id, { at: '2026-01-03T10:00:00Z' })
    await addMove(fixture, id, { to: 'contacted', at: '2026-01-03T10:00:00Z' })
    await server.db
      .updateTable('applications')
      .set({ deleted_at: '2026-01-04T00:00:00Z' })
      .where('id', '=', id)
      .execute()
    const { items } = await daily(fixture)
    expect(items[2]).toMatchObject({ applications: 0, calls: 0, moves: 0 })
  })
})

describe('getHiringSummary', () => {
  it('says where hiring stands now', async () => {
    const fixture = await addFixture()
    const closed = await addPosition(server.db, fixture.workspaceId)
    const update = (id: string, values: { state?: string; openings?: number }) =>
      server.db.updateTable('positions').set(values).where('id', '=', id).execute()
    await update(fixture.position.id, { openings: 4 })
    await update(closed.id, { state: 'closed', openings: 9 })
    await addApplication(fixture, { type: 'hired' })
    await addApplication(fixture, { type: 'hired', position: closed })
    await addApplication(fixture, { type: 'closed' })
    await addApplication(fixture, { type: 'contacted', dueAt: '2025-01-01T00:00:00Z' })
    await addApplication(fixture, { type: 'contacted', dueAt: '2999-01-01T00:00:00Z' })
    await addApplication(fixture, { callbackAt: '2025-01-01T00:00:00Z' })
    await addApplication(fixture, { callbackAt: '2999-01-01T00:00:00Z', position: closed })
    const { body } = await server.call(contract.getHiringSummary, { as: fixture.admin })
    expect(body).toEqual({
      openPositions: 1,
      openings: 4,
      hired: 1,
      openApplications: 4,
      late: 1,
      callbacksDue: 1,
    })
  })
})

describe('openings filled', () => {
  async function addHires() {
    const fixture = await addFixture()
    const manager = await server.addUser(fixture.workspaceId, 'hiring_manager')
    const owner = await server.addUser(fixture.workspaceId, 'coordinator')
    const other = await addPosition(server.db, fixture.workspaceId, { hiringManagerId: manager.id })
    const hire = (closedAt: string, values: ApplicationValues = {}) =>
      addApplication(fixture, { type: 'hired', closedAt, ...values })
    const setPosition = (id: string, values: { openings?: number; state?: string; deleted_at?: string }) =>
      server.db.updateTable('positions').set(values).where('id', '=', id).execute()
    await setPosition(fixture.position.id, { openings: 2 })
    await setPosition(other.id, { openings: 3 })
    const ids = {
      first: await hire('2026-01-02T00:00:00Z'),
      surplus: await hire('2026-01-04T00:00:00Z', { ownerId: owner.id }),
      second: await hire('2026-01-03T00:00:00Z', { ownerId: owner.id }),
      elsewhere: await hire('2026-01-05T00:00:00Z', { position: other }),
    }
    await addHiresOfAnotherWorkspace()
    const summary = async (query: Query = {}, as = fixture.admin) =>
      (await server.call(contract.getHiringSummary, { as, query })).body
    const rows = async (slice: object = {}, as = fixture.admin, positionId?: string) => {
      const { filters } = rowsBehind(
        { counts: 'openingsFilled', ...(positionId && { positionId }) },
        { from: '', to: '', timezone: 'UTC' },
        slice,
      )
      const { body } = await server.call(listApplications, { as, query: filters as never })
      expect(body.total.value).toBe(body.items.length)
      return body.items.map(({ id }) => id).sort()
    }
    return { fixture, manager, owner, other, ids, summary, rows, setPosition }
  }

  async function addHiresOfAnotherWorkspace() {
    const elsewhere = await addFixture()
    await addApplication(elsewhere, { type: 'hired', closedAt: '2026-01-01T00:00:00Z' })
  }

  it('are at most the openings of each position, and open the hires they count', async () => {
    const { fixture, owner, ids, summary, rows, setPosition } = await addHires()
    const { first, second, surplus, elsewhere } = ids
    expect(await summary()).toMatchObject({ openings: 5, hired: 3 })
    expect(await rows()).toEqual([first, second, elsewhere].sort())
    expect(await summary({ ownerId: owner.id })).toMatchObject({ hired: 1 })
    expect(await rows({ ownerId: [owner.id] })).toEqual([second])
    await setPosition(fixture.position.id, { openings: 3 })
    expect(await summary()).toMatchObject({ openings: 6, hired: 4 })
    expect(await rows()).toEqual([first, second, surplus, elsewhere].sort())
    expect(await summary({ positionId: fixture.position.id })).toMatchObject({ openings: 3, hired: 3 })
    await setPosition(fixture.position.id, { state: 'closed' })
    expect(await summary()).toMatchObject({ openings: 3, hired: 1 })
    expect(await rows()).toEqual([elsewhere])
    await setPosition(fixture.position.id, { state: 'open', deleted_at: '2026-02-01T00:00:00Z' })
    expect(await summary()).toMatchObject({ openings: 3, hired: 1 })
    expect(await rows()).toEqual([elsewhere])
  })

  it('are of the hires somebody may see, in figures and rows alike', async () => {
    const { fixture, manager, owner, other, ids, summary, rows } = await addHires()
    const reviewer = await server.addUser(fixture.workspaceId, 'client_reviewer', {
      companyId: fixture.position.companyId,
    })
    expect(await summary({}, manager)).toMatchObject({ openings: 3, hired: 1 })
    expect(await rows({}, manager)).toEqual([ids.elsewhere])
    const ofPosition = async (as: TestUser, { id }: { id: string }) => {
      const { body: position } = await server.call(getPosition, { as, params: { id } })
      const { body: list } = await server.call(listPositions, { as, query: { positionId: id } })
      const { body: board } = await server.call(getBoard, { as, params: { id } })
      return [position.hired, list.items[0]?.hired, board.hired, (await rows({}, as, id)).length]
    }
    expect(await ofPosition(fixture.admin, fixture.position)).toEqual([2, 2, 2, 2])
    expect(await ofPosition(reviewer, fixture.position)).toEqual([2, 2, 2, 2])
    expect(await rows({}, reviewer)).toEqual([ids.first, ids.second].sort())
    expect(await rows({}, reviewer, other.id)).toEqual([])
    expect(await ofPosition(manager, other)).toEqual([1, 1, 1, 1])
    // Of the two hires assigned to them, the later one is surplus.
    expect(await ofPosition(owner, fixture.position)).toEqual([1, 1, 1, 1])
    expect(await rows({}, owner)).toEqual([ids.second])
  })

  it('leave the surplus hires to the opposite filter', async () => {
    const { fixture, ids } = await addHires()
    const query = { fillsOpening: 'false', statusType: 'hired' } as never
    const { body } = await server.call(listApplications, { as: fixture.admin, query })
    expect(body.items.map(({ id }) => id)).toEqual([ids.surplus])
  })
})

describe('What is due', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  // The nearest full hour is over by one of these clocks and still to come by another.
  it.each([-60, -30, 0, 30, 60])(
    'counts from its moment on, with a clock that is %i minutes off',
    async (minutes) => {
      const now = Date.now()
      const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
      vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * 60_000 })
      const fixture = await addFixture('Asia/Kolkata')
      for (const hours of [-30, -13, -1, -0.6, -0.3, -0.01, 0.1, 0.3, 0.6, 1, 13, 30]) {
        await addApplication(fixture, { type: 'contacted', dueAt: inHours(hours) })
        await addApplication(fixture, { type: 'closed', callbackAt: inHours(hours) })
      }
      const { body: summary } = await server.call(contract.getHiringSummary, { as: fixture.admin })
      expect(summary).toMatchObject({ openApplications: 12, late: 6, callbacksDue: 6 })
      const { body: overview } = await server.call(contract.getLeadsStatusOverview, { as: fixture.admin })
      expect(overview.items[1]).toEqual({ type: 'contacted', count: 12, late: 6 })
    },
  )
})

describe('getDurations', () => {
  it('counts the age of open applications in the days of the timezone it is asked for', async () => {
    const fixture = await addFixture('Etc/GMT+12')
    const id = await addApplication(fixture)
    // On 2 January where it is asked for, still on 31 December in the workspace.
    await server.db
      .updateTable('applications')
      .set({ entered_status_at: '2026-01-01T11:00:00Z' })
      .where('id', '=', id)
      .execute()
    const timezone = 'Pacific/Kiritimati'
    const age = () => daysBetween('2026-01-02', dayOf(Date.now(), timezone)) - 1
    const before = age()
    const { body } = await server.call(getDurations, { as: fixture.admin, query: { timezone } })
    expect([before, age()]).toContain(body.inStage[0]!.current.median)
  })
})

describe('getLeadsStatusOverview', () => {
  it('counts open applications by type, and how many of them are late', async () => {
    const fixture = await addFixture()
    await addApplication(fixture)
    await addApplication(fixture, { dueAt: '2025-01-01T00:00:00Z' })
    await addApplication(fixture, { type: 'offer' })
    await addApplication(fixture, { type: 'hired' })
    await addApplication(fixture, { type: 'closed' })
    const { body } = await server.call(contract.getLeadsStatusOverview, { as: fixture.admin })
    expect(body.items).toEqual([
      { type: 'lead', count: 2, late: 1 },
      { type: 'contacted', count: 0, late: 0 },
      { type: 'qualified', count: 0, late: 0 },
      { type: 'submitted', count: 0, late: 0 },
      { type: 'interview', count: 0, late: 0 },
      { type: 'offer', count: 1, late: 0 },
    ])
  })
})
