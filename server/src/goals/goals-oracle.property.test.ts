import { listApplications } from '@muster/contract/applications.ts'
import { listCalls } from '@muster/contract/calls.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import * as contract from '@muster/contract/goals.ts'
import { addDays, dayOf } from '@muster/contract/local-days.ts'
import { listOf } from '@muster/contract/measures.ts'
import { type RowsBehind, rowsBehind } from '@muster/contract/report-rows.ts'
import { type StatusType, statusTypeRank } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type History, seedHistory } from '../explore/fixtures/random-history.ts'
import { figureOf, happeningsOf, readRaw } from '../explore/fixtures/recompute.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

const dayMs = 86_400_000

interface Opening {
  id: string
  openings: number
  opened_at: string
  hiring_manager_id: string | null
}

interface Place {
  history: History
  timezone: string
  raw: Awaited<ReturnType<typeof readRaw>>
  positions: Opening[]
}

let server: TestServer
const places: Place[] = []

const seeds = [
  { seed: 11, timezone: 'America/New_York', people: 240 },
  { seed: 404, timezone: 'Asia/Kolkata', people: 60 },
  { seed: 9, timezone: 'Europe/Oslo', people: 25 },
]

beforeAll(async () => {
  server = await startTestServer()
  for (const { seed, timezone, people } of seeds) {
    const around = Date.now() - 9 * dayMs
    const history = await seedHistory(server, { seed, timezone, around, people })
    const { workspaceId } = history
    // One position that cannot be filled, one with a single opening, one that lacks one hire, and others.
    await sql`
      update positions p set openings = case place
        when 1 then 1000
        when 2 then 1
        when 3 then 1 + (
          select count(*)::int from applications a
          where a.workspace_id = p.workspace_id and a.position_id = p.id and a.status_type = 'hired'
        )
        else 1 + place::int * 7 % 30 end
      from (
        select id, row_number() over (order by created_at, id) as place from positions where workspace_id = ${workspaceId}
      ) as ordered
      where p.workspace_id = ${workspaceId} and p.id = ordered.id
    `.execute(server.db)
    // Most of the others are decided too, so that a position has enough of its own history.
    await sql`
      update applications a set status_type = 'closed', disposition = 'withdrawn', closed_at = created_at + interval '1 day',
        status_id = (select s.id from statuses s where s.position_id = a.position_id and s.type = 'closed')
      from (
        select id, row_number() over (partition by position_id order by created_at, id) as place
        from applications where workspace_id = ${workspaceId} and closed_at is null
      ) as ordered
      where a.workspace_id = ${workspaceId} and a.id = ordered.id and place > 3
    `.execute(server.db)
    const { rows: positions } = await sql<Opening>`
      select id, openings, opened_at, hiring_manager_id from positions where workspace_id = ${workspaceId}
    `.execute(server.db)
    places.push({ history, timezone, positions, raw: await readRaw(server, workspaceId) })
  }
}, 120_000)

afterAll(() => server?.stop())

type Goal = ResponseOf<typeof contract.listGoals>['items'][number]
type Forecast = ResponseOf<typeof contract.getOpeningsForecast>

async function rowsOf({ list, filters }: RowsBehind, as: TestUser): Promise<number> {
  const endpoint = { applications: listApplications, calls: listCalls }[list as 'applications']
  const { body, status } = await server.call(endpoint, { as, query: { ...filters, limit: 1 } as never })
  expect([status, body]).toEqual([200, expect.anything()])
  return body.total.value
}

async function setAll({ history, positions }: Place): Promise<number> {
  const { admin, recruiter, coordinator } = history.users
  const subjects = [
    ...positions.map(({ id }) => ({ positionId: id })),
    ...[admin, recruiter, coordinator].map(({ id }) => ({ ownerId: id })),
  ]
  let count = 0
  for (const subject of subjects)
    for (const [index, measure] of contract.goalMeasures.entries())
      for (const period of ['week', 'month'] as const) {
        const body = { ...subject, measure, period, target: 1 + ((index * 5 + count) % 23) }
        expect((await server.call(contract.setGoal, { as: admin, body })).status).toBe(200)
        count += 1
      }
  for (const { id } of positions) {
    const dueOn = addDays(new Date().toISOString().slice(0, 10), (count % 40) - 10)
    const body = { positionId: id, measure: 'hired' as const, period: 'date' as const, dueOn }
    expect((await server.call(contract.setGoal, { as: admin, body })).status).toBe(200)
    count += 1
  }
  return count
}

async function goalsOf(as: TestUser): Promise<Goal[]> {
  const { status, body } = await server.call(contract.listGoals, { as, query: { limit: 200 } as never })
  expect([status, body]).toEqual([200, expect.anything()])
  return body.items
}

const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()

/** Returns the days from one to another, both included. */
function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns the hires that fill openings: the earliest, as many as there are openings. */
function filledOf({ raw }: Place, { id, openings }: Opening): number {
  const hires = raw.applications.filter((each) => each.position_id === id && each.status_type === 'hired')
  return Math.min(hires.length, openings)
}

function recomputeGoal(place: Place, goal: Goal) {
  const { raw, timezone, positions } = place
  const { from, to } = goal.progress
  const today = dayOf(Date.parse(to), timezone)
  const position = positions.find(({ id }) => id === goal.position?.id)
  const first = dayOf(Date.parse(from), timezone)
  const last =
    goal.dueOn ??
    (goal.period === 'week'
      ? addDays(first, 6)
      : daysFrom(first, addDays(first, 30)).findLast((day) => day.startsWith(first.slice(0, 7)))!)
  const working = daysFrom(first, last).filter((day) => ![0, 6].includes(weekdayOf(day)))
  const over = working.filter((day) => day < today)
  const counted = (span: { from: string; to: string }) =>
    figureOf(
      goal.measure,
      happeningsOf(goal.measure, raw).filter(
        ({ at, application }) =>
          at >= Date.parse(span.from) &&
          at < Date.parse(span.to) &&
          (goal.position
            ? application?.position_id === goal.position.id
            : application?.owner_id === goal.owner!.id),
      ),
      listOf(goal.measure),
    ).value
  const target = goal.dueOn ? position!.openings : goal.target
  const actual = goal.dueOn ? filledOf(place, position!) : counted(goal.progress)!
  const isOver = today > last
  const expected = isOver
    ? target
    : working.length === 0
      ? 0
      : Math.floor((target * over.length) / working.length)
  const state = actual >= target ? 'reached' : isOver ? 'missed' : actual >= expected ? 'onTrack' : 'behind'
  return {
    target,
    actual,
    expected,
    days: working.length,
    daysOver: over.length,
    state,
    before: goal.previous && counted(goal.previous),
  }
}

describe('goals', () => {
  it('equal a recomputation from the raw rows, and the lists that they open, for whoever sees them', {
    timeout: 240_000,
  }, async () => {
    const states = new Set<string>()
    for (const place of places) {
      const { timezone, history } = place
      const set = await setAll(place)
      expect(await goalsOf(history.users.recruiter)).toHaveLength(set)
      for (const as of [history.users.recruiter, history.users.manager, history.users.coordinator]) {
        const goals = await goalsOf(as)
        expect(goals.length).toBeGreaterThan(0)
        for (const [index, goal] of goals.entries()) {
          const { progress, previous } = goal
          const { actual, expected, days, daysOver, state } = progress
          const shown = {
            target: goal.target,
            actual,
            expected,
            days,
            daysOver,
            state,
            before: previous?.actual ?? null,
          }
          expect([goal.measure, goal.period, shown]).toEqual([
            goal.measure,
            goal.period,
            recomputeGoal(place, goal),
          ])
          states.add(state)
          // The period begins on a Monday or a first, and ends now.
          if (goal.period === 'week') expect(weekdayOf(dayOf(Date.parse(progress.from), timezone))).toBe(1)
          if (goal.period === 'month') expect(dayOf(Date.parse(progress.from), timezone)).toMatch(/-01$/)
          if (goal.period !== 'date')
            expect(dayOf(Date.parse(progress.from) - 1, timezone)).not.toBe(
              dayOf(Date.parse(progress.from), timezone),
            )
          // Each list is a call: some of them.
          if (index % 5 > 0 && goal.period !== 'date') continue
          const within = goal.position
            ? { grouping: 'position' as const, keys: [goal.position.id], isExcluded: false }
            : { grouping: 'owner' as const, keys: [goal.owner!.id], isExcluded: false }
          const behind = (span: { from: string; to: string }) =>
            goal.period === 'date'
              ? rowsBehind({ counts: 'openingsFilled', positionId: goal.position!.id }, { ...span, timezone })
              : rowsOfCell(goal.measure, { ...span, timezone }, [within])
          expect([goal.measure, await rowsOf(behind(progress), as)]).toEqual([goal.measure, actual])
          if (previous)
            expect([goal.measure, await rowsOf(behind(previous), as)]).toEqual([
              goal.measure,
              previous.actual,
            ])
        }
      }
    }
    expect(states.size).toBeGreaterThan(1)
  })
})

/** The product of a, a + 1, …, of `count` factors, as a logarithm. */
const rising = (a: number, count: number) =>
  Array.from({ length: count }, (_, index) => Math.log(a + index)).reduce((sum, log) => sum + log, 0)

/** The chance of k hires among `count`, from the definition of the beta-binomial distribution. */
function chanceOf(k: number, { count, n, hired }: { count: number; n: number; hired: number }): number {
  const [a, b] = [hired + 0.5, n - hired + 0.5]
  const ways = rising(1, count) - rising(1, k) - rising(1, count - k)
  return Math.exp(ways + rising(a, k) + rising(b, count - k) - rising(a + b, count))
}

/** The whole days from when an application first reached a type or further to its hire. */
function daysToHire(raw: Place['raw'], type: StatusType, one: Place['raw']['applications'][number]): number {
  const reached = raw.entries.filter(
    ({ application_id: id, to_type: to }) =>
      id === one.id && to !== 'closed' && statusTypeRank(to as StatusType) >= statusTypeRank(type),
  )
  const since =
    type === 'lead' || reached.length === 0
      ? Date.parse(one.created_at)
      : Math.min(...reached.map(({ at }) => Date.parse(at)))
  return Math.max(0, Math.floor((Date.parse(one.closed_at!) - since) / dayMs))
}

interface Timed {
  count: number
  n: number
  hired: number
  took: number[]
}

/** The chance of enough hires within so many days, from the definition of both distributions. */
function chanceWithin(days: number, types: readonly Timed[], wanted: number): number {
  let chances = [1]
  for (const { took, ...type } of types) {
    const share = took.length > 0 ? took.filter((each) => each <= days).length / took.length : 0
    const sum = new Array<number>(chances.length + type.count).fill(0)
    for (const [already, chance] of chances.entries())
      for (let k = 0; k <= type.count; k += 1)
        for (let done = 0; done <= k; done += 1) {
          const ways = Math.exp(rising(1, k) - rising(1, done) - rising(1, k - done))
          sum[already + done]! +=
            chance * chanceOf(k, type) * ways * share ** done * (1 - share) ** (k - done)
        }
    chances = sum
  }
  return chances.slice(wanted).reduce((sum, chance) => sum + chance, 0)
}

function recomputeForecast(
  place: Place,
  { from, to }: Forecast,
  position: Opening,
  sees: (of: Opening) => boolean,
) {
  const { raw, positions, timezone } = place
  const seen = new Set(positions.filter(sees).map(({ id }) => id))
  const decided = raw.applications.filter(
    ({ closed_at: at, position_id }) =>
      at && Date.parse(at) >= Date.parse(from) && Date.parse(at) < Date.parse(to) && seen.has(position_id),
  )
  const own = raw.applications.filter(
    ({ position_id, closed_at }) => position_id === position.id && !closed_at,
  )
  const timed: Timed[] = []
  const types = contract.forecastTypes.flatMap((type) => {
    const count = own.filter(({ status_type }) => status_type === type).length
    if (count === 0) return []
    const past = decided.filter(({ reached }) => type === 'lead' || reached >= statusTypeRank(type))
    const ofPosition = past.filter(({ position_id }) => position_id === position.id)
    const isOwn = ofPosition.length >= 30
    const used = isOwn ? ofPosition : past
    const hired = used.filter(({ disposition }) => disposition === 'hired').length
    const took = (isOwn ? decided.filter(({ position_id }) => position_id === position.id) : decided)
      .filter(({ disposition }) => disposition === 'hired')
      .map((each) => daysToHire(raw, type, each))
    timed.push({ count, n: used.length, hired, took })
    return [{ type, count, isOwn, n: used.length, hired, isFew: used.length < 10 }]
  })
  const filled = filledOf(place, position)
  const left = position.openings - filled
  const isKnown = types.every(({ n }) => n > 0)
  let chances = [1]
  for (const type of types) {
    const sum = new Array<number>(chances.length + type.count).fill(0)
    for (const [already, chance] of chances.entries())
      for (let k = 0; k <= type.count; k += 1) sum[already + k]! += chance * chanceOf(k, type)
    chances = sum
  }
  const atMost = (number: number) => chances.slice(0, number + 1).reduce((sum, chance) => sum + chance, 0)
  const firstWith = (share: number) => chances.findIndex((_, number) => atMost(number) >= share - 1e-9)
  const [low, high] = [firstWith(0.1), firstWith(0.9)]
  const within = Array.from({ length: 366 }, (_, day) => chanceWithin(day, timed, left))
  const firstDay = (share: number) => {
    const place = within.findIndex((chance) => chance >= share - 1e-9)
    return place < 0 ? null : dayOf(Date.parse(to) + place * dayMs, timezone)
  }
  const hasDay = left > 0 && isKnown && types.every(({ isFew }) => !isFew)
  return {
    filledOn: hasDay ? { day: firstDay(0.5), earliest: firstDay(0.1), latest: firstDay(0.9) } : null,
    openings: position.openings,
    filled,
    left,
    types,
    expected: isKnown ? types.reduce((sum, { count, hired, n }) => sum + (count * hired) / n, 0) : null,
    low: isKnown ? low : null,
    high: isKnown ? high : null,
    chance: isKnown && left > 0 ? 1 - (left > 0 ? atMost(left - 1) : 0) : null,
    isFew: types.some(({ isFew }) => isFew),
    outlook:
      left === 0
        ? 'filled'
        : !isKnown
          ? 'unknown'
          : low >= left
            ? 'likely'
            : high < left
              ? 'unlikely'
              : 'uncertain',
  }
}

describe('getOpeningsForecast', () => {
  it('equals a recomputation from the raw rows, and the lists that it opens, as every role', {
    timeout: 240_000,
  }, async () => {
    const [ofWhom, outlooks, days] = [new Set<boolean>(), new Set<string>(), new Set<string>()]
    for (const place of places) {
      const { admin, viewer, manager } = place.history.users
      const roles: [TestUser, (of: Opening) => boolean][] = [
        [admin, () => true],
        [viewer, () => true],
        [manager, ({ hiring_manager_id: id }) => id === manager.id],
      ]
      for (const [as, sees] of roles) {
        const { body, status } = await server.call(contract.getOpeningsForecast, { as, query: {} as never })
        expect(status).toBe(200)
        const span = { from: body.from, to: body.to }
        expect(body.items.map((each) => each.position.id).sort()).toEqual(
          place.positions
            .filter(sees)
            .map(({ id }) => id)
            .sort(),
        )
        const history = (type: string, more: object) =>
          rowsOf(
            {
              list: 'applications',
              filters: { closedFrom: span.from, closedTo: span.to, reachedType: type, ...more } as never,
            },
            as,
          )
        for (const { type, n, hired } of body.conversions) {
          expect([type, await history(type, {})]).toEqual([type, n])
          expect([type, await history(type, { disposition: ['hired'] })]).toEqual([type, hired])
        }
        const expectedHires = body.items.reduce((sum, { expected }) => sum + (expected ?? 0), 0)
        expect(body.sums).toMatchObject({
          positions: body.items.length,
          openings: body.items.reduce((sum, { openings }) => sum + openings, 0),
          filled: body.items.reduce((sum, { filled }) => sum + filled, 0),
          left: body.items.reduce((sum, { left }) => sum + left, 0),
          unknown: body.items.filter(({ expected }) => expected === null).length,
        })
        expect(Math.abs(body.sums!.expected - expectedHires)).toBeLessThan(0.06 * (body.items.length + 1))
        for (const item of body.items) {
          days.add(item.filledOn?.day ? 'a day' : 'none')
          const position = place.positions.find(({ id }) => id === item.position.id)!
          const { expected, chance, ...exact } = recomputeForecast(place, body, position, sees)
          const { position: _position, expected: shown, chance: said, ...rest } = item
          expect(rest).toEqual(exact)
          if (expected === null) expect(shown).toBeNull()
          else expect(shown).toBeCloseTo(expected, 0)
          if (expected !== null) expect(Math.abs(shown! - expected)).toBeLessThanOrEqual(0.0501)
          if (chance === null) expect(said).toBeNull()
          else expect(Math.abs(said! - chance)).toBeLessThanOrEqual(0.000501)
          outlooks.add(item.outlook)
          const id = { positionId: [position.id] }
          expect(
            await rowsOf(
              rowsBehind({ counts: 'openingsFilled', positionId: position.id }, { ...span, timezone: 'UTC' }),
              as,
            ),
          ).toBe(item.filled)
          for (const { type, count, isOwn, n, hired } of item.types) {
            ofWhom.add(isOwn)
            const open = { list: 'applications' as const, filters: { ...id, statusType: [type] } }
            expect([type, await rowsOf(open, as)]).toEqual([type, count])
            const of = isOwn ? id : {}
            expect([type, await history(type, of)]).toEqual([type, n])
            expect([type, await history(type, { ...of, disposition: ['hired'] })]).toEqual([type, hired])
          }
        }
      }
    }
    expect(ofWhom).toEqual(new Set([true, false]))
    expect(outlooks.size).toBeGreaterThan(1)
    expect(days).toEqual(new Set(['a day', 'none']))
  })
})
