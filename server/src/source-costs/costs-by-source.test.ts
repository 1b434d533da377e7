import { listApplications } from '@muster/contract/applications.ts'
import { listCalls } from '@muster/contract/calls.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import * as contract from '@muster/contract/source-costs.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { type History, seedHistory } from '../explore/fixtures/random-history.ts'
import { happeningsOf, readRaw } from '../explore/fixtures/recompute.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

const day = 86_400_000

/** Zones with the moment at which their clocks change, or one at midnight where they do not. */
const places = [
  { timezone: 'Europe/Oslo', around: Date.parse('2025-10-26T01:00:00Z') },
  { timezone: 'America/New_York', around: Date.parse('2025-03-09T07:00:00Z') },
  { timezone: 'Africa/Cairo', around: Date.parse('2025-04-24T22:00:00Z') },
] as const

interface Entered {
  source: string
  month: string
  minor: number
  currency: string
}

interface PaidCall {
  id: string
  application_id: string | null
  started_at: string
  cost_minor: number | null
  currency: string | null
}

interface Place {
  history: History
  raw: Awaited<ReturnType<typeof readRaw>>
  calls: PaidCall[]
  entered: Entered[]
  /** When each local day begins, by the database's clock. */
  starts: { day: string; at: number }[]
  around: number
  timezone: string
}

let server: TestServer
const found: Place[] = []

/** Gives two of three calls a cost, and each source costs in the months around. */
async function addCosts(history: History, seed: number): Promise<Entered[]> {
  const { workspaceId } = history
  await sql`
    update calls set cost_minor = abs(hashtext(id::text || ${String(seed)})) % 900, currency =
      case abs(hashtext(id::text)) % 4 when 0 then 'USD' else 'EUR' end
    where workspace_id = ${workspaceId} and abs(hashtext(${String(seed)} || id::text)) % 3 > 0
  `.execute(server.db)
  const entered: Entered[] = []
  for (const [index, source] of ['Referral', 'Job, fair=x', 'Paid in vain'].entries())
    for (let month = 1; month <= 12; month += 1) {
      if ((month + index + seed) % 4 === 0) continue
      entered.push({
        source,
        month: `2025-${String(month).padStart(2, '0')}`,
        minor: (month * 7919 + index * 104_729 + seed * 31) % 100_003,
        currency: (month + index) % 5 === 0 ? 'USD' : 'EUR',
      })
    }
  for (const { source, month, ...amount } of entered) {
    const { status } = await server.call(contract.setSourceCost, {
      as: history.users.admin,
      body: { source, month, amount },
    })
    expect(status).toBe(200)
  }
  return entered
}

beforeAll(async () => {
  server = await startTestServer()
  for (const [index, { timezone, around }] of places.entries()) {
    const history = await seedHistory(server, { seed: 5 + index * 17, timezone, around, people: 60 })
    const entered = await addCosts(history, index)
    const raw = await readRaw(server, history.workspaceId)
    const { rows: starts } = await sql<{ day: string; at: string }>`
      select to_char(day, 'YYYY-MM-DD') as day, local_day_start(day::date, ${timezone}) as at
      from generate_series('2025-01-01'::timestamp, '2025-12-31', '1 day') as day
    `.execute(server.db)
    found.push({
      history,
      raw,
      calls: raw.calls as unknown as PaidCall[],
      entered,
      starts: starts.map(({ day, at }) => ({ day, at: Date.parse(at) })),
      around,
      timezone,
    })
  }
})

afterAll(() => server?.stop())

type Answer = ResponseOf<typeof contract.getCostsBySource>
type Figures = Answer['total']

const ask = (query: Record<string, unknown>, as: TestUser) =>
  server.call(contract.getCostsBySource, { as, query: query as never })

async function answer(query: Record<string, unknown>, as: TestUser): Promise<Answer> {
  const { status, body } = await ask({ limit: 200, ...query }, as)
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}

type Sums = Record<string, number>

function add(sums: Sums, currency: string, minor: number): void {
  sums[currency] = (sums[currency] ?? 0) + minor
}

const plus = (one: Sums, other: Sums) => {
  const sums = { ...one }
  for (const [currency, minor] of Object.entries(other)) add(sums, currency, minor)
  return sums
}

const present = (sums: Sums) =>
  Object.keys(sums)
    .sort()
    .map((currency) => ({ minor: sums[currency]!, currency }))

/** Recomputes the figures of some sources, day by day and call by call. */
function recompute(
  place: Place,
  from: number,
  to: number,
  isOf: (source: string | null) => boolean,
): Figures {
  const [entered, paid]: [Sums, Sums] = [{}, {}]
  for (const { source, month, minor, currency } of place.entered) {
    if (!isOf(source)) continue
    const days = place.starts.filter((each) => each.day.startsWith(month))
    days.forEach(({ at }, index) => {
      const until = (count: number) => Math.floor((minor * count) / days.length)
      if (at >= from && at < to) add(entered, currency, until(index + 1) - until(index))
    })
  }
  const sources = new Map(place.raw.applications.map(({ id, source }) => [id, source]))
  for (const { application_id: id, started_at, cost_minor: minor, currency } of place.calls) {
    const at = Date.parse(started_at)
    if (minor === null || currency === null || at < from || at >= to) continue
    if (isOf(id === null ? null : (sources.get(id) ?? null))) add(paid, currency, minor)
  }
  const total = plus(entered, paid)
  const per = (measure: 'conversations' | 'qualified' | 'hired') => {
    const things = happeningsOf(measure, place.raw).filter(
      ({ at, application }) => at >= from && at < to && isOf(application?.source ?? null),
    )
    const n = new Set(
      things.map(({ row, application }) => (measure === 'conversations' ? row : application!.id)),
    ).size
    const amounts = Object.fromEntries(
      Object.entries(total).map(([currency, minor]) => [currency, Math.round(minor / n)]),
    )
    return { n, isFew: n < 10, amounts: n === 0 ? [] : present(amounts) }
  }
  return {
    entered: present(entered),
    calls: present(paid),
    total: present(total),
    perConversation: per('conversations'),
    perQualified: per('qualified'),
    perHire: per('hired'),
  }
}

const lists = { applications: listApplications, calls: listCalls, positions: null }

describe('getCostsBySource', () => {
  it('equals a recomputation from the raw rows, and the lists that its figures open', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          place: fc.nat({ max: places.length - 1 }),
          fromDays: fc.integer({ min: -45, max: 10 }),
          days: fc.integer({ min: 1, max: 70 }),
          opened: fc.nat(),
          shiftMinutes: fc.constantFrom(0, 0, 90, -450),
          source: fc.constantFrom(
            undefined,
            undefined,
            ['Referral'],
            ['Job, fair=x', 'Paid in vain'],
            ['Unknown'],
          ),
        }),
        async ({ place: index, fromDays, days, shiftMinutes, source, opened }) => {
          const place = found[index]!
          const { timezone, history } = place
          const midnight = place.starts.filter(({ at }) => at <= place.around).at(-1)!.at
          const from = midnight + fromDays * day + shiftMinutes * 60_000
          const to = from + days * day
          const { body, status } = await ask(
            {
              from: new Date(from).toISOString(),
              to: new Date(to).toISOString(),
              ...{ timezone, limit: 200, ...(source && { source }) },
            },
            history.users.recruiter,
          )
          expect(status).toBe(200)
          const isAsked = (name: string | null) =>
            !source || (name !== null && (source as readonly string[]).includes(name))
          expect(body.total).toEqual(recompute(place, from, to, isAsked))
          expect(body.sourceCount).toBe(body.items.length)
          for (const name of [null, 'Referral', 'Job, fair=x', 'Paid in vain']) {
            const item = body.items.find((each) => each.source === name)
            const expected = recompute(place, from, to, (each) => each === name && isAsked(each))
            if (item) expect(item).toEqual({ source: name, ...expected })
            else
              expect([
                expected.total,
                expected.perConversation.n + expected.perQualified.n + expected.perHire.n,
              ]).toEqual([[], 0])
          }
          for (const item of body.items.slice(opened % 4, (opened % 4) + 1)) {
            const of = {
              conversations: item.perConversation,
              qualified: item.perQualified,
              hired: item.perHire,
            }
            for (const measure of ['conversations', 'qualified', 'hired'] as const) {
              const behind = rowsOfCell(measure, body.period, [
                { grouping: 'source', keys: [item.source], isExcluded: false },
              ])
              const { body: page } = await server.call(lists[behind.list]!, {
                as: history.users.recruiter,
                query: { ...behind.filters, limit: 1 } as never,
              })
              expect([measure, page.total?.value]).toEqual([measure, of[measure].n])
            }
          }
        },
      ),
      { numRuns: 40, endOnFailure: true },
    )
  })

  it('marks the costs of fewer than ten, and only those', async () => {
    const { history, timezone } = found[0]!
    const { items, total } = await answer(
      { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z', timezone },
      history.users.admin,
    )
    const figures = [total, ...items].flatMap((each) => [
      each.perConversation,
      each.perQualified,
      each.perHire,
    ])
    expect(new Set(figures.map(({ isFew }) => isFew))).toEqual(new Set([true, false]))
    for (const { n, isFew } of figures) expect([n, isFew]).toEqual([n, n < 10])
  })

  it('adds up to the whole amounts over periods that follow each other', async () => {
    const { history, timezone, entered } = found[0]!
    const cuts = ['2025-01-01', '2025-01-17', '2025-02-03', '2025-07-31', '2026-01-01'].map(
      (date) => `${date}T03:20:00.000Z`,
    )
    cuts[0] = '2024-12-31T12:00:00.000Z'
    const sums: Sums = {}
    for (const [index, to] of cuts.slice(1).entries()) {
      const { items } = await answer({ from: cuts[index], to, timezone }, history.users.admin)
      for (const { entered } of items) for (const { minor, currency } of entered) add(sums, currency, minor)
    }
    const whole: Sums = {}
    for (const { minor, currency } of entered) add(whole, currency, minor)
    expect(sums).toEqual(whole)
  })

  it('spreads a month over its days: a tenth of April is the cost of three days', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'owner')
    await server.call(contract.setSourceCost, {
      as,
      body: { source: 'Fair', month: '2026-04', amount: { minor: 300_00, currency: 'EUR' } },
    })
    const costOf = async (from: string, to: string) =>
      (await answer({ from, to, timezone: 'Europe/Berlin' }, as)).total.entered
    const euros = (minor: number) => [{ minor, currency: 'EUR' }]
    expect(await costOf('2026-03-31T22:00:00Z', '2026-04-03T22:00:00Z')).toEqual(euros(30_00))
    // A day counts in the period in which it begins, however short that is.
    expect(await costOf('2026-04-09T22:00:00Z', '2026-04-09T22:00:01Z')).toEqual(euros(10_00))
    expect(await costOf('2026-04-09T22:00:01Z', '2026-04-10T21:59:00Z')).toEqual([])
    expect(await costOf('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z')).toEqual(euros(300_00))
  })

  it('counts a call in the period that begins with it, and not in the one that ends', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'owner')
    const middle = '2026-04-15T10:00:00.000Z'
    await server.db
      .insertInto('calls')
      .values({
        ...{ workspace_id: workspaceId, id: newId(), direction: 'outbound', lifecycle: 'completed' },
        ...{ started_at: middle, cost_minor: 12, currency: 'EUR' },
      })
      .execute()
    const costOf = async (from: string, to: string) => (await answer({ from, to }, as)).total.calls
    expect(await costOf('2026-04-01T00:00:00Z', middle)).toEqual([])
    expect(await costOf(middle, '2026-04-30T00:00:00Z')).toEqual([{ minor: 12, currency: 'EUR' }])
  })

  it('has the most expensive sources first, and counts those that it leaves out', async () => {
    const { history, timezone } = found[1]!
    const query = { from: '2025-01-01T00:00:00Z', to: '2025-12-01T00:00:00Z', timezone }
    const all = await answer(query, history.users.admin)
    const main = [...all.total.total].sort((one, other) => other.minor - one.minor)[0]!.currency
    const paid = all.items.map(({ total }) => total.find(({ currency }) => currency === main)?.minor ?? 0)
    expect(paid).toEqual([...paid].sort((one, other) => other - one))
    const first = await answer({ ...query, limit: 1 }, history.users.admin)
    expect([first.sourceCount, first.items]).toEqual([all.items.length, all.items.slice(0, 1)])
    expect(first.total).toEqual(all.total)
  })

  it.each(['companyId', 'positionId', 'ownerId', 'agentId'])(
    'refuses the filter %s and says why',
    async (name) => {
      const { history } = found[0]!
      const { status, body } = await ask({ [name]: history.positions[0]!.id }, history.users.admin)
      expect([status, body]).toEqual([
        422,
        expect.objectContaining({
          message: expect.stringContaining('whole sources only'),
          details: { [name]: [expect.any(String)] },
        }),
      ])
    },
  )

  it('names the months of which it knows no costs, which would pass for free ones', async () => {
    const as = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    const enter = (month: string, by: TestUser) =>
      server.call(contract.setSourceCost, {
        as: by,
        body: { source: 'Fair', month, amount: { minor: 300_00, currency: 'EUR' } },
      })
    await enter('2026-04', as)
    await enter('2026-05', stranger)
    const without = async (from: string, to: string, source?: string) =>
      (await answer({ from, to, timezone: 'Europe/Berlin', source }, as)).monthsWithoutCosts
    // From March to May in Berlin, up to its last moment of May, and April alone.
    expect(await without('2026-03-15T00:00:00Z', '2026-05-31T22:00:00Z')).toEqual(['2026-03', '2026-05'])
    expect(await without('2026-03-31T22:00:00Z', '2026-04-30T22:00:00Z')).toEqual([])
    expect(await without('2026-01-30T23:00:00Z', '2026-03-05T00:00:00Z')).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
    ])
    expect(await without('2026-04-10T00:00:00Z', '2026-04-20T00:00:00Z', 'Referral')).toEqual(['2026-04'])
  })

  it('is for those who see all applications', async () => {
    const { history } = found[0]!
    expect((await ask({}, history.users.manager)).status).toBe(403)
    expect((await ask({}, history.users.viewer)).status).toBe(200)
  })

  it('has nothing of another workspace', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'owner')
    const { items, total } = await answer({ from: '2025-01-01T00:00:00Z' }, as)
    expect([items, total.total]).toEqual([[], []])
  })
})

describe('exportCostsBySource', () => {
  it('has a line for each source and currency, in the main unit', async () => {
    const { history, timezone } = found[2]!
    const query = { from: '2025-01-01T00:00:00Z', to: '2025-12-01T00:00:00Z', timezone }
    const { items } = await answer(query, history.users.admin)
    const response = await fetch(server.url + addressOf(contract.exportCostsBySource, {}, query as never), {
      headers: { authorization: `Bearer ${history.users.admin.accessToken}` },
    })
    const lines = (await response.text())
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1)
    expect(lines[0]).toBe(
      'Source,Currency,Source costs,Call costs,Costs,Conversations,Cost per conversation,Qualified,Cost per qualified application,Hires,Cost per hire',
    )
    const amount = (sums: { minor: number; currency: string }[], currency: string) => {
      const found = sums.find((each) => each.currency === currency)
      return found ? String(found.minor / 100) : ''
    }
    const expected = items.flatMap(
      ({ source, entered, calls, total, perConversation, perQualified, perHire }) =>
        total.map(({ currency }) =>
          [
            source === null ? 'No source' : source.includes(',') ? `"${source}"` : source,
            currency,
            ...[entered, calls, total].map((sums) => amount(sums, currency)),
            ...[perConversation, perQualified, perHire].flatMap(({ n, amounts }) => [
              String(n),
              amount(amounts, currency),
            ]),
          ].join(','),
        ),
    )
    expect(lines.slice(1)).toEqual(expected)
    expect(lines.length).toBeGreaterThan(4)
  })

  it('refuses what the report refuses', async () => {
    const { history } = found[0]!
    const send = (query: Record<string, string>, as: TestUser) =>
      fetch(server.url + addressOf(contract.exportCostsBySource, {}, query as never), {
        headers: { authorization: `Bearer ${as.accessToken}` },
      })
    expect((await send({ agentId: history.agents[0]! }, history.users.admin)).status).toBe(422)
    expect((await send({}, history.users.manager)).status).toBe(403)
  })
})
