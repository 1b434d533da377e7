import { listApplications } from '@muster/contract/applications.ts'
import { listCalls } from '@muster/contract/calls.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { exploreCohorts, exploreReport } from '@muster/contract/explore.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import { addDays, dayOf, startOfDay } from '@muster/contract/local-days.ts'
import {
  type AnyGrouping,
  aggregates,
  type Counted,
  type CountedIn,
  costOfCalls,
  type Grouping,
  groupingsOf,
  hasSummaries,
  isTimeGrouping,
  listOf,
  type Measure,
  measureKeys,
  unitOf,
} from '@muster/contract/measures.ts'
import { type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { type History, seedHistory } from './fixtures/random-history.ts'
import { figureOf, type Happening, happeningsOf, keysOf, readRaw, summaryOf } from './fixtures/recompute.ts'

type Answer = ResponseOf<typeof exploreReport>
type Group = Answer['rows'][number]

const day = 86_400_000

/** Zones with the moment at which their clocks change, or one at midnight where they do not. */
const places = [
  { timezone: 'Europe/Oslo', around: Date.parse('2025-10-26T01:00:00Z') },
  { timezone: 'America/New_York', around: Date.parse('2025-03-09T07:00:00Z') },
  { timezone: 'Africa/Cairo', around: Date.parse('2025-04-24T22:00:00Z') },
  { timezone: 'Asia/Kathmandu', around: Date.parse('2025-06-30T18:15:00Z') },
] as const

let server: TestServer
const histories: {
  history: History
  raw: Awaited<ReturnType<typeof readRaw>>
  around: number
  timezone: string
}[] = []

beforeAll(async () => {
  server = await startTestServer()
  for (const [index, { timezone, around }] of places.entries()) {
    const history = await seedHistory(server, { seed: 77 + index * 13, timezone, around, people: 40 })
    histories.push({ history, raw: await readRaw(server, history.workspaceId), around, timezone })
  }
})

afterAll(() => server?.stop())

const number = fc.nat({ max: 1000 })

/** A query by numbers that choose among what there is. */
const query = fc.record({
  place: fc.nat({ max: places.length - 1 }),
  measure: fc.constantFrom(...measureKeys),
  by: fc.array(number, { maxLength: 2 }),
  role: fc.constantFrom(
    'admin' as const,
    'recruiter' as const,
    'coordinator' as const,
    'manager' as const,
    'viewer' as const,
  ),
  fromDays: fc.integer({ min: -20, max: 2 }),
  days: fc.integer({ min: 1, max: 25 }),
  shiftMinutes: fc.constantFrom(0, 0, 0, 90),
  /** From and to the start of a day, which daily totals may answer. */
  hasWholeDays: fc.boolean(),
  limit: fc.constantFrom(1, 2, 20),
  filter: fc.option(fc.record({ kind: fc.nat({ max: 12 }), value: number }), { freq: 2 }),
  cells: fc.array(number, { minLength: 5, maxLength: 5 }),
  /** Summarizes a field, if the measure counts what has one. */
  summary: fc.option(fc.record({ field: number, aggregate: fc.constantFrom(...aggregates) }), { freq: 2 }),
})

type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never

const answeredByTotals: [Measure, ...Grouping[]][] = [
  ['newApplications', 'statusType', 'week'],
  ['contactRate'],
  ['contactRate', 'week'],
  ['voiceConversion', 'month'],
  ['qualified', 'week'],
  ['closedWithoutHire', 'company', 'reason'],
  ['closedWithoutHire', 'disposition', 'statusType'],
  ['overallConversion', 'source', 'month'],
  ['offerAcceptance', 'day'],
  ['declineRate', 'company', 'month'],
  ['callsPlaced', 'weekday', 'hour'],
  ['connectionRate', 'agent', 'day'],
  ['callMinutes', 'agent', 'weekday'],
  ['timeInStage', 'statusType', 'week'],
  ['timeInStage', 'day'],
  ['timeToHire', 'source', 'month'],
  ['timeToFirstCall', 'weekday'],
  // What they lack, so that facts answer.
  ['callMinutes', 'weekday', 'hour'],
  ['timeInStage', 'statusType', 'weekday'],
]

/** Each measure and each summary of a field once, whatever is drawn after these. */
const covering = [
  ...measureKeys.map((measure) => ({ measure, summary: null })),
  // Two fields of applications and one of candidates, one of calls, and the costs of calls.
  ...(
    [
      ['newApplications', 0],
      ['newApplications', 1],
      ['newApplications', 2],
      ['callsPlaced', 0],
      ['callsPlaced', 1],
    ] as const
  ).flatMap(([measure, field]) =>
    aggregates.map((aggregate) => ({ measure, summary: { field, aggregate } })),
  ),
  // What daily totals answer, in each zone.
  ...answeredByTotals.flatMap(([measure, ...groupings]) =>
    places.map((_, place) => ({
      ...{ measure, by: groupings.map((each) => groupingsOf(measure).indexOf(each)), place },
      ...{ hasWholeDays: true, fromDays: -15, days: 20, limit: 20 },
      ...{ role: 'admin' as const, filter: null, summary: null },
    })),
  ),
].map((chosen, seed): [Query] => [{ ...fc.sample(query, { seed, numRuns: 1 })[0]!, ...chosen }])

interface Filter {
  filters: Record<string, string | string[]>
  matches: (thing: Happening) => boolean
}

function filterOf({ filter }: Query, { history, raw }: (typeof histories)[number]): Filter {
  if (!filter) return { filters: {}, matches: () => true }
  const { kind, value } = filter
  const pick = <Item>(items: readonly Item[]) => items[value % items.length]!
  const of = (test: (one: NonNullable<Happening['application']>) => boolean) => (thing: Happening) =>
    thing.application !== null && test(thing.application)
  const { positions, agents, queues, campaigns, users, reasons, fields } = history
  switch (kind) {
    case 0: {
      const { id } = pick(positions)
      return { filters: { positionId: [id] }, matches: of((one) => one.position_id === id) }
    }
    case 1: {
      const { companyId } = pick(positions)
      return { filters: { companyId: [companyId] }, matches: of((one) => one.company_id === companyId) }
    }
    case 2: {
      const owner = pick([users.recruiter.id, 'none'])
      return { filters: { ownerId: [owner] }, matches: of((one) => (one.owner_id ?? 'none') === owner) }
    }
    case 3: {
      const source = pick(['Referral', 'Job, fair=x'])
      return { filters: { source: [source] }, matches: of((one) => one.source === source) }
    }
    case 4: {
      const tag = pick(['night', 'a, b'])
      return { filters: { tag: [tag] }, matches: of((one) => one.tags.includes(tag)) }
    }
    case 5: {
      const agentId = pick(agents)
      return { filters: { agentId: [agentId] }, matches: (thing: Happening) => thing.callers.has(agentId) }
    }
    case 11: {
      const queueId = pick(queues)
      return { filters: { queueId: [queueId] }, matches: (thing: Happening) => thing.callers.has(queueId) }
    }
    case 12: {
      const campaignId = pick(campaigns)
      return {
        filters: { campaignId: [campaignId] },
        matches: (thing: Happening) => thing.callers.has(campaignId),
      }
    }
    case 6: {
      const reasonId = pick(reasons)
      return { filters: { reasonId: [reasonId] }, matches: of((one) => one.reason_id === reasonId) }
    }
    case 7:
      return { filters: { sourceless: 'true' }, matches: of((one) => !one.source) }
    case 9: {
      const { grouping, values } = pick(fields.filter(({ values }) => !values.some(Array.isArray)))
      const wanted = String(pick(values.filter((value) => value !== null)))
      return {
        filters: { field: [`${grouping.replace('field.', '')}:is:${wanted}`] },
        matches: (thing: Happening) =>
          keysOf(grouping, thing, 'UTC').includes(wanted) && thing.application !== null,
      }
    }
    case 10: {
      const { grouping } = pick(fields)
      return {
        filters: { field: [`${grouping.replace('field.', '')}:empty:`] },
        matches: (thing: Happening) =>
          thing.application !== null && keysOf(grouping, thing, 'UTC')[0] === null,
      }
    }
    default: {
      const { status_type: type } = pick(raw.applications)
      return { filters: { statusType: [type] }, matches: of((one) => one.status_type === type) }
    }
  }
}

function sees(role: Query['role'], { users }: History) {
  if (role === 'coordinator')
    return (thing: Happening) => thing.application?.owner_id === users.coordinator.id
  if (role === 'manager')
    return (thing: Happening) => thing.application?.hiring_manager_id === users.manager.id
  return () => true
}

function isIn(
  group: Group | null,
  grouping: AnyGrouping | undefined,
  thing: Happening,
  timezone: string,
  before: boolean,
) {
  if (!group || !grouping) return true
  const keys = keysOf(grouping, thing, timezone)
  if (group.isOthers) return keys.some((key) => !group.others.includes(key))
  return keys.includes(before && isTimeGrouping(grouping) ? group.previousKey : group.key)
}

function groupFilter(group: Group | null, grouping: AnyGrouping | undefined, before: boolean): CountedIn[] {
  if (!group || !grouping) return []
  if (group.isOthers) return [{ grouping, keys: group.others, isExcluded: true }]
  return [
    {
      grouping,
      keys: [before && isTimeGrouping(grouping) ? group.previousKey : group.key],
      isExcluded: false,
    },
  ]
}

const lists = { applications: listApplications, calls: listCalls }

/** Binary fractions differ in their last digits by the order of adding. Money is rounded to minor units. */
function roundSummary(value: number | null, isMoney: boolean) {
  if (value === null) return null
  const rounded = isMoney ? Math.round(value) : Number(value.toPrecision(9))
  return rounded || 0
}

describe('exploreReport', () => {
  it('equals the rows that its cells open and a recomputation from the raw rows, for any measure, grouping, filter, role and zone', {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(query, async (one) => {
        const place = histories[one.place]!
        const { history, raw, around, timezone } = place
        const { measure, role } = one
        const offered = [...groupingsOf(measure), ...history.fields.map(({ grouping }) => grouping)]
        const by = [...new Set(one.by.map((index) => offered[index % offered.length]!))]
        if (by.filter(isTimeGrouping).length > 1) by.pop()
        const start = around + one.fromDays * day + one.shiftMinutes * 60_000
        const first = dayOf(start, timezone)
        const [from, to] = one.hasWholeDays
          ? [startOfDay(first, timezone), startOfDay(addDays(first, one.days), timezone)]
          : [new Date(start).toISOString(), new Date(start + one.days * day).toISOString()]
        const { filters, matches } = filterOf(one, place)
        const as = history.users[role]
        const summarized = [...history.numbers.map(({ name }) => name), costOfCalls] as const
        const fitting = summarized.filter((name) => hasSummaries(measure, name))
        const summary = fitting.length > 0 ? one.summary : null
        const of = summary ? fitting[summary.field % fitting.length]! : undefined
        const { body, status } = await server.call(exploreReport, {
          as,
          query: {
            measure: [measure],
            ...(summary && { of, aggregate: summary.aggregate }),
            by,
            from,
            to,
            timezone,
            groups: one.limit,
            columns: one.limit,
            ...filters,
          } as never,
        })
        expect([status, body], JSON.stringify(body)).toEqual([200, expect.anything()])
        const within = (from: string, to: string) => (thing: Happening) =>
          thing.at >= Date.parse(from) && thing.at < Date.parse(to)
        const things = happeningsOf(measure, raw).filter(matches).filter(sees(role, history))
        const present = things.filter(within(body.period.from, body.period.to))
        const previous = things.filter(within(body.period.previousFrom, body.period.previousTo))
        const [{ cells }] = body.measures as [Answer['measures'][number]]
        const list = listOf(measure)

        // Every cell that counts anything is there, and says what it should.
        for (const row of [null, ...body.rows.keys()])
          for (const column of by.length > 1 ? [null, ...body.columns.keys()] : [null]) {
            const groups = [
              row === null ? null : body.rows[row]!,
              column === null ? null : body.columns[column]!,
            ]
            const counted = (some: readonly Happening[], before: boolean) => {
              const within = some.filter((thing) =>
                groups.every((group, index) => isIn(group, by[index], thing, timezone, before)),
              )
              return summary ? summaryOf(of!, summary.aggregate, within) : figureOf(measure, within, list)
            }
            const cell = cells.find((each) => each.row === row && each.column === column)
            const expected = counted(present, false)
            const isComparable = groups.every(
              (group, index) => !group || !isTimeGrouping(by[index]) || group.previousKey !== null,
            )
            const before = isComparable ? counted(previous, true) : null
            if (!cell) {
              expect([expected.n, before?.n ?? 0], JSON.stringify({ row, column })).toEqual([0, 0])
              continue
            }
            const { row: _, column: __, isFew, previous: theirs, ...figure } = cell
            const isMoney = body.measures[0]!.unit === 'money'
            const rounded = (figure: typeof expected | null) =>
              summary && figure ? { ...figure, value: roundSummary(figure.value, isMoney) } : figure
            expect({ ...rounded(figure), previous: rounded(theirs) }, JSON.stringify(groups)).toEqual({
              ...rounded(expected),
              previous: rounded(before),
            })
            if (summary) expect(isFew).toBe(summary.aggregate !== 'sum' && expected.n < 10)
            else if (unitOf(measure) === 'share') expect(isFew).toBe(expected.n < 10)
          }
        // Each group counted in the period is told apart, or is among the others.
        for (const [index, grouping] of by.entries()) {
          const groups = index === 0 ? body.rows : body.columns
          for (const thing of present.filter((each) => !of || summaryOf(of, 'sum', [each]).n > 0))
            for (const key of keysOf(grouping, thing, timezone))
              expect(
                groups.some((group) => (group.isOthers ? !group.others.includes(key) : group.key === key)),
              ).toBe(true)
        }

        // Some cells open as many rows as they count.
        for (const choice of one.cells) {
          const cell = cells[choice % cells.length]!
          const before = choice % 3 === 0 && cell.previous !== null
          const figure = before ? cell.previous! : cell
          const groups = [
            ...groupFilter(cell.row === null ? null : body.rows[cell.row]!, by[0], before),
            ...groupFilter(cell.column === null ? null : body.columns[cell.column]!, by[1], before),
          ]
          const { previousFrom, previousTo } = body.period
          const span = before
            ? { from: previousFrom, to: previousTo }
            : { from: body.period.from, to: body.period.to }
          const opened: [Counted, number][] = [[measure, figure.rows]]
          if (figure.part !== null) opened.push([`${measure}.part`, figure.part])
          for (const [counted, rows] of opened) {
            const behind = rowsOfCell(
              counted,
              { ...span, timezone: body.period.timezone },
              groups,
              filters,
              of,
            )
            expect(behind.list).toBe(list)
            const { body: page, status: code } = await server.call(lists[list as 'calls'], {
              as,
              query: { ...behind.filters, limit: 1 } as never,
            })
            expect([code, page.total?.value], JSON.stringify([counted, behind.filters])).toEqual([200, rows])
          }
        }
      }),
      { numRuns: covering.length + 80, endOnFailure: true, examples: covering },
    )
  })
})

describe('exploreCohorts', () => {
  it('equals the rows that it opens and a recomputation from the raw rows', {
    timeout: 120_000,
  }, async () => {
    const cohortQuery = fc.record({
      place: fc.nat({ max: places.length - 1 }),
      reached: fc.constantFrom(
        'contacted' as const,
        'qualified' as const,
        'interview' as const,
        'hired' as const,
      ),
      step: fc.constantFrom('week' as const, 'month' as const),
      role: fc.constantFrom('admin' as const, 'manager' as const),
      choice: number,
    })
    await fc.assert(
      fc.asyncProperty(cohortQuery, async ({ place, reached, step, role, choice }) => {
        const { history, raw, around, timezone } = histories[place]!
        const from = new Date(around - 25 * day).toISOString()
        const to = new Date(around + 12 * day).toISOString()
        const as = history.users[role]
        const { body, status } = await server.call(exploreCohorts, {
          as,
          query: { reached, step, from, to, timezone } as never,
        })
        expect(status).toBe(200)
        const created = happeningsOf('newApplications', raw)
          .filter(sees(role, history))
          .filter(({ at }) => at >= Date.parse(from) && at < Date.parse(to))
        const rank = statusTypeRank(reached)
        const reachedIn = (thing: Happening, days: number) =>
          raw.entries.some(
            (entry) =>
              entry.application_id === thing.application!.id &&
              entry.from_type !== entry.to_type &&
              statusTypeRank(entry.to_type as StatusType) >= rank &&
              entry.to_type !== 'closed' &&
              Date.parse(entry.at) < thing.at + days * day,
          )
        for (const { key, n, after } of [...body.cohorts, body.total]) {
          const theirs = created.filter((thing) => key === null || keysOf(step, thing, timezone)[0] === key)
          expect([key, n]).toEqual([key, theirs.length])
          expect(after.map(({ count }) => count)).toEqual(
            after.map(({ days }) => theirs.filter((thing) => reachedIn(thing, days)).length),
          )
        }
        const cohort = body.cohorts[choice % body.cohorts.length]!
        const cell = cohort.after[choice % cohort.after.length]!
        const query = {
          counted: 'newApplications',
          countedFrom: body.period.from,
          countedTo: body.period.to,
          countedIn: [`${step}=${cohort.key}`],
          countedTimezone: timezone,
          countedReached: reached,
          countedDays: cell.days,
          limit: 1,
        }
        const { body: page } = await server.call(listApplications, { as, query: query as never })
        expect(page.total?.value).toBe(cell.count)
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })
})
