import { listApplications } from '@muster/contract/applications.ts'
import { exploreDistribution } from '@muster/contract/explore.ts'
import { type Duration, durationKeys, unitOf } from '@muster/contract/measures.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { type History, seedHistory } from './fixtures/random-history.ts'
import { figureOf, type Happening, happeningsOf, readRaw } from './fixtures/recompute.ts'

const day = 86_400_000

/** Zones with the moment at which their clocks change, or one at midnight where they do not. */
const places = [
  { timezone: 'Europe/Oslo', around: Date.parse('2025-10-26T01:00:00Z') },
  { timezone: 'America/New_York', around: Date.parse('2025-03-09T07:00:00Z') },
  { timezone: 'Asia/Kathmandu', around: Date.parse('2025-06-30T18:15:00Z') },
] as const

interface Place {
  history: History
  raw: Awaited<ReturnType<typeof readRaw>>
  around: number
  timezone: string
}

let server: TestServer
const found: Place[] = []

beforeAll(async () => {
  server = await startTestServer()
  for (const [index, { timezone, around }] of places.entries()) {
    const history = await seedHistory(server, { seed: 31 + index * 7, timezone, around, people: 60 })
    found.push({ history, raw: await readRaw(server, history.workspaceId), around, timezone })
  }
})

afterAll(() => server?.stop())

const query = fc.record({
  place: fc.nat({ max: places.length - 1 }),
  measure: fc.constantFrom(...durationKeys),
  role: fc.constantFrom('admin' as const, 'coordinator' as const, 'manager' as const, 'viewer' as const),
  fromDays: fc.integer({ min: -40, max: 2 }),
  days: fc.integer({ min: 1, max: 60 }),
  shiftMinutes: fc.constantFrom(0, 0, 90, -450),
  source: fc.constantFrom(undefined, undefined, 'Referral', 'Nobody'),
})

type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never

const steps = {
  days: [1, 2, 5, 7, 14, 30, 60, 90, 180, 365],
  hours: [1, 2, 4, 6, 12, 24, 48, 168, 336, 720, 2160],
}

/** Returns what a measure counts between two moments, for a role and a source. */
function thingsOf({ raw, history }: Place, { measure, role, source }: Query, from: number, to: number) {
  const { users } = history
  const sees = ({ application }: Happening) =>
    role === 'coordinator'
      ? application?.owner_id === users.coordinator.id
      : role === 'manager'
        ? application?.hiring_manager_id === users.manager.id
        : true
  return happeningsOf(measure, raw).filter(
    (thing) =>
      thing.at >= from && thing.at < to && sees(thing) && (!source || thing.application?.source === source),
  )
}

function spreadOf(measure: Duration, things: readonly Happening[]) {
  const { n, value, p90 } = figureOf(measure, things, 'applications')
  return { n, median: value, p90 }
}

/** Returns the bars of a histogram, each value put into its bar by hand. */
function barsOf(measure: Duration, things: readonly Happening[]) {
  const { p90 } = spreadOf(measure, things)
  if (p90 === null) return []
  const width = steps[unitOf(measure) as 'days'].find((step) => p90 / step < 10) ?? Math.ceil(p90 / 10)
  const longest = Math.max(...things.map(({ value }) => value))
  const bars: { from: number; to: number | null; count: number; rows: number }[] = []
  for (let from = 0; ; from += width) {
    const isLast = from + width > longest || bars.length === 14
    const within = things.filter(({ value }) => value >= from && (isLast || value < from + width))
    const rows = new Set(within.map(({ application }) => application!.id)).size
    bars.push({ from, to: isLast ? null : from + width, count: within.length, rows })
    if (isLast) return bars
  }
}

describe('exploreDistribution', () => {
  it('equals a recomputation from the raw rows, and each bar the list that it opens', {
    timeout: 240_000,
  }, async () => {
    const counted = new Map<Duration, number>()
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const { measure, role, fromDays, days, shiftMinutes, source } = asked
        const place = found[asked.place]!
        const from = place.around + fromDays * day + shiftMinutes * 60_000
        const to = from + days * day
        const as = place.history.users[role]
        const filters = source ? { source: [source] } : {}
        const { body, status } = await server.call(exploreDistribution, {
          as,
          query: {
            measure,
            from: new Date(from).toISOString(),
            to: new Date(to).toISOString(),
            timezone: place.timezone,
            ...filters,
          } as never,
        })
        expect([status, body]).toEqual([200, expect.anything()])
        const things = thingsOf(place, asked, from, to)
        const { n, median, p90 } = body
        expect({ n, median, p90 }).toEqual(spreadOf(measure, things))
        expect(body.isFew).toBe(n < 10)
        const bars = barsOf(measure, things)
        expect(body.bars).toEqual(bars)
        expect(body.bars.reduce((sum, { count }) => sum + count, 0)).toBe(n)
        const { previousFrom, previousTo } = body.period
        const before = thingsOf(place, asked, Date.parse(previousFrom), Date.parse(previousTo))
        expect(body.previous).toEqual(spreadOf(measure, before))
        counted.set(measure, (counted.get(measure) ?? 0) + n)
        for (const bar of bars.filter(({ count }) => count > 0).slice(0, 3)) {
          const { body: page } = await server.call(listApplications, {
            as,
            query: {
              counted: measure,
              countedFrom: body.period.from,
              countedTo: body.period.to,
              countedValueFrom: bar.from,
              ...(bar.to !== null && { countedValueTo: bar.to }),
              ...filters,
              limit: 1,
            } as never,
          })
          expect([measure, bar.from, page.total.value]).toEqual([measure, bar.from, bar.rows])
        }
      }),
      { numRuns: 120, endOnFailure: true },
    )
    // Each duration was asked for where it has values.
    expect(
      [...counted]
        .filter(([, n]) => n > 0)
        .map(([measure]) => measure)
        .sort(),
    ).toEqual([...durationKeys].sort())
  })
})
