import { listApplications } from '@muster/contract/applications.ts'
import { listCalls } from '@muster/contract/calls.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { type ReportFigure, rowsBehind } from '@muster/contract/report-rows.ts'
import * as contract from '@muster/contract/voice-reports.ts'
import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { createReportFixture, type Operation, type ReportFixture } from './fixtures/report-fixture.ts'

let server: TestServer
let fixture: ReportFixture

/** Numbers that look like chance and are the same each time. */
function deedsOf(many: number): Operation[] {
  let seed = 7
  const number = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  return Array.from({ length: many }, (): Operation => {
    const one = number(12)
    switch (number(8)) {
      case 0:
        return { kind: 'create', position: number(3), owner: number(3), source: number(3), type: number(2) }
      case 1:
        return { kind: 'move', one, type: number(6) }
      case 2:
        return { kind: 'callNobody', agent: number(3), hoursAgo: number(400) }
      default:
        return {
          kind: 'call',
          one,
          agent: number(3),
          end: number(6),
          outcome: number(4),
          hoursAgo: number(900),
        }
    }
  })
}

beforeAll(async () => {
  server = await startTestServer()
  fixture = await createReportFixture(server, 'America/New_York')
  for (let place = 0; place < 10; place += 1)
    await fixture.run({ kind: 'create', position: place, owner: place, source: place, type: 0 })
  for (const operation of deedsOf(90)) await fixture.run(operation)
  await fixture.run({ kind: 'delete', one: 3 })
})

afterAll(() => server?.stop())

type Slice = Record<string, string[]>

async function countRows(as: TestUser, figure: ReportFigure, period: Period, slice: Slice) {
  const { list, filters } = rowsBehind(figure, period, slice)
  const { body, status } = await server.call(list === 'calls' ? listCalls : listApplications, {
    as,
    query: { ...filters, limit: 1 } as never,
  })
  expect(status, JSON.stringify(filters)).toBe(200)
  return body.total.value
}

type Period = { from: string; to: string; previousFrom: string; previousTo: string; timezone: string }

/** Every figure of the three reports, with what it counts and when. */
function figuresOf(
  statuses: ResponseOf<typeof contract.getCallStatuses>,
  outcomes: ResponseOf<typeof contract.getConversionOutcomes>,
  attempts: ResponseOf<typeof contract.getCallAttempts>,
): [number, ReportFigure, 'before'?][] {
  const placed = { counts: 'calls', which: 'placed' } as const
  const answered = { counts: 'calls', which: 'answered' } as const
  const all = { counts: 'calls', which: 'allConversations' } as const
  return [
    [statuses.total, placed],
    [statuses.connection.placed, placed],
    [statuses.connection.answered, answered],
    [statuses.connection.previous.placed, placed, 'before'],
    [statuses.connection.previous.answered, answered, 'before'],
    [statuses.contact.called, { counts: 'called' }],
    [statuses.contact.spoken, { counts: 'contactMade' }],
    [statuses.contact.previous.called, { counts: 'called' }, 'before'],
    [statuses.contact.previous.spoken, { counts: 'contactMade' }, 'before'],
    ...statuses.endReasons.map(({ count, endReason }): [number, ReportFigure] => [
      count,
      { ...placed, endReason },
    ]),
    ...statuses.byHour.flatMap(({ weekday, hour, ...counts }): [number, ReportFigure][] => [
      [counts.placed, { ...placed, weekday, hour }],
      [counts.answered, { ...answered, weekday, hour }],
      [counts.conversations, { counts: 'calls', which: 'conversations', weekday, hour }],
    ]),
    [outcomes.total, all],
    [outcomes.spokenWith, { counts: 'spokenWith' }],
    [outcomes.converted, { counts: 'converted' }],
    ...outcomes.outcomes.map(({ count, outcome }): [number, ReportFigure] => [count, { ...all, outcome }]),
    ...outcomes.agents.flatMap(({ agent, ...counts }): [number, ReportFigure][] => {
      const agentId = agent?.id ?? null
      return [
        [counts.placed, { ...placed, agentId }],
        [counts.answered, { ...answered, agentId }],
        [counts.conversations, { ...all, agentId }],
        [counts.spokenWith, { counts: 'spokenWith', agentId }],
        [counts.converted, { counts: 'converted', agentId }],
        ...counts.outcomes.map(({ count, outcome }): [number, ReportFigure] => [
          count,
          { ...all, agentId, outcome },
        ]),
      ]
    }),
    [attempts.attemptsPerContact.n, { counts: 'firstSpoken' }],
    [attempts.hoursToFirstCall.n, { counts: 'firstCalled' }],
    ...attempts.attemptsPerContact.distribution.map((bar): [number, ReportFigure] => [
      bar.count,
      { counts: 'firstSpoken', attempts: bar.attempts },
    ]),
  ]
}

describe('every figure of the voice reports', () => {
  const slices: [string, (fixture: ReportFixture) => Slice][] = [
    ['of the whole workspace', () => ({})],
    ['of a company', ({ positions }) => ({ companyId: [positions[0]!.companyId] })],
    ['of a position', ({ positions }) => ({ positionId: [positions[1]!.id] })],
    ['of an owner', ({ owners }) => ({ ownerId: [owners[0]!.id] })],
    ['of a source with a comma', () => ({ source: ['Job, fair'] })],
    ['of an agent', ({ voice }) => ({ agentId: [voice] })],
    [
      'of an agent at a company',
      ({ voice, positions }) => ({ agentId: [voice], companyId: [positions[0]!.companyId] }),
    ],
  ]

  it.each(slices)('is as many as the rows behind it, %s', async (_, sliceOf) => {
    const slice = sliceOf(fixture)
    const query = { from: new Date(Date.now() - 20 * 86_400_000).toISOString(), ...slice }
    const ask = <E extends (typeof contract)[keyof typeof contract]>(endpoint: E) =>
      server.call(endpoint, { as: fixture.admin, query } as never)
    const statuses = (await ask(contract.getCallStatuses)).body as ResponseOf<typeof contract.getCallStatuses>
    const { period } = statuses
    const fixed = { ...query, to: period.to }
    const as = fixture.admin
    const [outcomes, attempts] = await Promise.all([
      server.call(contract.getConversionOutcomes, { as, query: fixed }),
      server.call(contract.getCallAttempts, { as, query: fixed }),
    ])
    const before = { ...period, from: period.previousFrom, to: period.previousTo }
    const figures = figuresOf(statuses, outcomes.body, attempts.body)
    // All at once are more than a server lets one person wait with.
    const counted = await pLimit(8).map(figures, async ([count, figure, when]) => ({
      figure,
      when,
      count: await countRows(as, figure, when ? before : period, slice),
      said: count,
    }))
    expect(counted.filter(({ count, said }) => count !== said)).toEqual([])
    expect(figures.some(([count]) => count > 0)).toBe(true)
  })

  it('is of their own positions for a hiring manager', async () => {
    const as = fixture.manager
    const { body } = await server.call(contract.getCallStatuses, { as })
    const { body: whole } = await server.call(contract.getCallStatuses, { as: fixture.admin })
    expect(body.total).toBe(await countRows(as, { counts: 'calls', which: 'placed' }, body.period, {}))
    expect(body.total).toBeLessThan(whole.total)
  })
})

describe('a period that ends now', () => {
  it('is compared with as many days, whatever the millisecond', async () => {
    const asked = Array.from({ length: 12 }, () =>
      server.call(contract.getCallStatuses, { as: fixture.admin }),
    )
    const began = (await Promise.all(asked)).map(({ body }) => body.period.previousFrom)
    expect(new Set(began).size).toBe(1)
  })
})

describe('getConversionOutcomes', () => {
  it('adds up: outcomes to conversations, agents to all of them', async () => {
    const { body } = await server.call(contract.getConversionOutcomes, { as: fixture.admin })
    const sum = (items: readonly { count: number }[]) => items.reduce((all, { count }) => all + count, 0)
    expect(sum(body.outcomes)).toBe(body.total)
    expect(body.agents.reduce((all, { conversations }) => all + conversations, 0)).toBe(body.total)
    for (const agent of body.agents) expect(sum(agent.outcomes)).toBe(agent.conversations)
    expect(body.agents.map(({ agent }) => agent === null)).toContain(true)
  })
})

describe('the conversations without an agent', () => {
  it('are of their own positions for a hiring manager', async () => {
    const own = await createReportFixture(server, 'UTC')
    for (const [one, position] of [0, 2].entries()) {
      await own.run({ kind: 'create', position, owner: 0, source: 0, type: 0 })
      await own.run({ kind: 'call', one, agent: 2, end: 0, outcome: 0, hoursAgo: 1 })
    }
    const spokenWith = async (as: TestUser) => {
      const { body } = await server.call(contract.getConversionOutcomes, { as })
      return body.agents.map(({ agent, spokenWith: people }) => [agent, people])
    }
    expect(await spokenWith(own.admin)).toEqual([[null, 2]])
    expect(await spokenWith(own.manager)).toEqual([[null, 1]])
  })
})

describe('exportConversionOutcomes', () => {
  it('has a row for each agent and outcome, whose figures of the agent stand there once', async () => {
    const { body } = await server.call(contract.getConversionOutcomes, { as: fixture.admin })
    const answer = await fetch(server.url + addressOf(contract.exportConversionOutcomes), {
      headers: { authorization: `Bearer ${fixture.admin.accessToken}` },
    })
    const [header, ...rows] = (await answer.text()).trim().split('\r\n')
    expect(header).toBe(
      'Agent,Type,Outcome,Conversations,Calls placed,Calls answered,Candidates spoken with,Qualified or beyond,Conversion rate',
    )
    const column = (at: number) => rows.reduce((sum, row) => sum + Number(row.split(',')[at]), 0)
    expect(column(3)).toBe(body.total)
    expect(column(4)).toBe(body.agents.reduce((sum, { placed }) => sum + placed, 0))
    expect(column(6)).toBe(body.agents.reduce((sum, { spokenWith }) => sum + spokenWith, 0))
  })

  it('says in the workbook what it counts', async () => {
    const query = { format: 'xlsx' }
    const answer = await fetch(server.url + addressOf(contract.exportConversionOutcomes, {}, query), {
      headers: { authorization: `Bearer ${fixture.admin.accessToken}` },
    })
    expect(answer.headers.get('content-type')).toContain('spreadsheetml')
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(2000)
  })
})

describe('getCallAttempts', () => {
  it('tells the mean, the median and how often each number of attempts was', async () => {
    const { body } = await server.call(contract.getCallAttempts, { as: fixture.admin })
    const { n, mean, median, distribution } = body.attemptsPerContact
    const each = distribution.flatMap(({ attempts, count }) => Array<number>(count).fill(attempts))
    expect(each).toHaveLength(n)
    expect(mean).toBeCloseTo(each.reduce((sum, one) => sum + one, 0) / n, 1)
    const middle = [each[Math.floor((n - 1) / 2)]!, each[Math.ceil((n - 1) / 2)]!]
    expect(median).toBe((middle[0]! + middle[1]!) / 2)
  })
})
