import * as contract from '@muster/contract/dashboard.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { getConversionRate } from '@muster/contract/reports.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { rebuildFacts } from '../facts/compact-totals.ts'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { createReportFixture } from './fixtures/report-fixture.ts'

type Query = NonNullable<CallOf<typeof contract.getKpiMetrics>['query']>

const minute = 60_000
const iso = (at: number) => new Date(at).toISOString()

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

async function kpi(query: Query, as = admin) {
  const { body, status } = await server.call(contract.getKpiMetrics, { as, query })
  expect(status).toBe(200)
  return body
}

interface Case {
  of: string
  from: string
  to: string
  unit?: Query['unit']
  before: [string, string]
  timezone?: string
}

describe('the period before', () => {
  it.each<Case>([
    {
      of: 'a part of a month',
      from: '2025-11-01T00:00',
      to: '2025-11-12T15:04',
      before: ['2025-10-01T00:00', '2025-10-12T15:04'],
    },
    {
      of: 'whole days of a month',
      from: '2025-11-01T00:00',
      to: '2025-11-13T00:00',
      before: ['2025-10-01T00:00', '2025-10-13T00:00'],
    },
    {
      of: 'a whole month of 31 days',
      from: '2025-03-01T00:00',
      to: '2025-04-01T00:00',
      before: ['2025-02-01T00:00', '2025-03-01T00:00'],
    },
    {
      of: 'a whole month of 28 days',
      from: '2025-02-01T00:00',
      to: '2025-03-01T00:00',
      before: ['2025-01-01T00:00', '2025-02-01T00:00'],
    },
    {
      of: 'a part of the 31st',
      from: '2025-03-01T00:00',
      to: '2025-03-31T15:00',
      before: ['2025-02-01T00:00', '2025-02-28T15:00'],
    },
    {
      of: 'all but the 31st',
      from: '2025-03-01T00:00',
      to: '2025-03-31T00:00',
      before: ['2025-02-01T00:00', '2025-03-01T00:00'],
    },
    {
      of: 'the 30th after a month of 31',
      from: '2025-04-01T00:00',
      to: '2025-04-30T09:00',
      before: ['2025-03-01T00:00', '2025-03-30T09:00'],
    },
    {
      of: 'a part of a quarter',
      from: '2025-04-01T00:00',
      to: '2025-05-31T10:00',
      before: ['2025-01-01T00:00', '2025-02-28T10:00'],
    },
    {
      of: 'a whole quarter',
      from: '2025-04-01T00:00',
      to: '2025-07-01T00:00',
      before: ['2025-01-01T00:00', '2025-04-01T00:00'],
    },
    {
      of: 'a part of a leap year',
      from: '2024-01-01T00:00',
      to: '2024-05-29T15:00',
      before: ['2023-01-01T00:00', '2023-05-29T15:00'],
    },
    {
      of: 'a year up to 29 February',
      from: '2024-01-01T00:00',
      to: '2024-02-29T15:00',
      unit: 'year',
      before: ['2023-01-01T00:00', '2023-02-28T15:00'],
    },
    {
      of: 'January as a part of its year',
      from: '2025-01-01T00:00',
      to: '2025-01-20T00:00',
      unit: 'year',
      before: ['2024-01-01T00:00', '2024-01-20T00:00'],
    },
    {
      of: 'a part of a week',
      from: '2025-03-10T00:00',
      to: '2025-03-12T10:00',
      before: ['2025-03-03T00:00', '2025-03-05T10:00'],
    },
    {
      of: 'a whole week',
      from: '2025-03-10T00:00',
      to: '2025-03-17T00:00',
      before: ['2025-03-03T00:00', '2025-03-10T00:00'],
    },
    {
      of: 'a week that begins on the first',
      from: '2025-09-01T00:00',
      to: '2025-09-03T10:00',
      unit: 'week',
      before: ['2025-08-25T00:00', '2025-08-27T10:00'],
    },
    {
      of: 'days within a month, as a part of it',
      from: '2025-03-05T00:00',
      to: '2025-03-12T10:00',
      unit: 'month',
      before: ['2025-02-05T00:00', '2025-02-12T10:00'],
    },
    {
      of: 'custom days',
      from: '2025-03-11T00:00',
      to: '2025-03-14T00:00',
      before: ['2025-03-08T00:00', '2025-03-11T00:00'],
    },
    {
      of: 'custom days with a part of the last',
      from: '2025-03-11T00:00',
      to: '2025-03-13T15:00',
      before: ['2025-03-08T00:00', '2025-03-10T15:00'],
    },
    {
      of: 'days from the first, as days',
      from: '2025-03-01T00:00',
      to: '2025-03-08T00:00',
      unit: 'day',
      before: ['2025-02-22T00:00', '2025-03-01T00:00'],
    },
    {
      of: 'more than the unit named',
      from: '2025-03-11T00:00',
      to: '2025-04-14T00:00',
      unit: 'month',
      before: ['2025-02-05T00:00', '2025-03-11T00:00'],
    },
    {
      of: 'hours',
      from: '2025-03-11T10:00',
      to: '2025-03-11T13:30',
      before: ['2025-03-11T06:30', '2025-03-11T10:00'],
    },
    {
      of: 'a part of a month across a change of clocks',
      timezone: 'America/New_York',
      from: '2025-03-01T05:00',
      to: '2025-03-12T19:00',
      before: ['2025-02-01T05:00', '2025-02-12T20:00'],
    },
    {
      of: 'days with two midnights',
      timezone: 'America/Havana',
      from: '2025-11-02T04:00',
      to: '2025-11-03T05:00',
      before: ['2025-11-01T04:00', '2025-11-02T04:00'],
    },
  ])('of $of is like it', async ({ from, to, unit, before, timezone = 'UTC' }) => {
    const moment = (text: string) => `${text}:00.000Z`
    const { period } = await kpi({ from: moment(from), to: moment(to), timezone, ...(unit && { unit }) })
    expect([period.previousFrom, period.previousTo]).toEqual(before.map(moment))
    const { period: former } = await kpi({
      from: moment(from),
      to: moment(to),
      timezone,
      former: 'true',
      ...(unit && { unit }),
    })
    expect([former.from, former.to]).toEqual(before.map(moment))
  })

  it('of one that is not over ends at the same time of day, also where its end is still to come', async () => {
    const day = 86_400_000
    const today = Math.floor(Date.now() / day) * day
    const expected = [iso(today - 6 * day - 7 * day), expect.any(String)]
    for (const to of [undefined, iso(today + day)]) {
      const { period } = await kpi({
        from: iso(today - 6 * day),
        unit: 'day',
        timezone: 'UTC',
        ...(to && { to }),
      })
      expect([period.previousFrom, period.previousTo]).toEqual(expected)
      const apart = Date.now() - 7 * day - Date.parse(period.previousTo)
      expect(apart).toBeGreaterThanOrEqual(0)
      expect(apart).toBeLessThan(2 * minute)
    }
  })

  it('refuses a unit there is not', async () => {
    const { status, body } = await server.call(contract.getKpiMetrics, {
      as: admin,
      query: { unit: 'decade' } as never,
    })
    expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['unit']])
  })
})

describe('figures of the period before', () => {
  it('count to the same time of day, each application once, from daily totals and from rows', async () => {
    const { workspaceId } = await server.addWorkspace()
    const as = await server.addUser(workspaceId, 'admin')
    const position = await addPosition(server.db, workspaceId)
    await server.db.updateTable('workspaces').set({ timezone: 'UTC' }).where('id', '=', workspaceId).execute()
    const { period } = await kpi({}, as)
    const [start, end, from] = [period.previousFrom, period.previousTo, period.from].map((at) =>
      Date.parse(at),
    ) as [number, number, number]
    const apply = async (created: number, ...calls: number[]) => {
      const [id, candidateId] = [newId(), newId()]
      const here = { workspace_id: workspaceId }
      await server.db
        .insertInto('candidates')
        .values({ ...here, id: candidateId, name: 'One' })
        .execute()
      await server.db
        .insertInto('applications')
        .values({
          ...here,
          id,
          candidate_id: candidateId,
          position_id: position.id,
          status_id: position.statuses.lead,
          status_type: 'lead',
          reached: 0,
          rank: id,
          candidate_name: 'One',
          candidate_search: 'one',
          applied_at: iso(created),
          created_at: iso(created),
        })
        .execute()
      for (const at of calls)
        await server.db
          .insertInto('calls')
          .values({
            ...here,
            id: newId(),
            application_id: id,
            lifecycle: 'completed',
            direction: 'outbound',
            end_reason: 'human_conversation',
            started_at: iso(at),
          })
          .execute()
    }
    // Minutes later the end is too: what is so close to it stands an hour off, within a day that has it.
    const inDay = end % 86_400_000
    const earlier = end - Math.min(60 * minute, inDay)
    await apply(start, start, earlier)
    await apply(earlier, earlier, earlier + 1)
    await apply(end + 30 * minute, end + 30 * minute)
    await apply(from - minute)
    await apply(start - 1, start - 1, end + 31 * minute)
    const expected = { newApplications: earlier < end ? 2 : 1, peopleSpokenWith: earlier < end ? 2 : 1 }
    const read = async () => {
      const { items } = await kpi({}, as)
      const of = (key: string) => items.find((item) => item.key === key)!.previous
      return { newApplications: of('newApplications'), peopleSpokenWith: of('peopleSpokenWith') }
    }
    await rebuildFacts(server.db, workspaceId)
    expect(await read()).toEqual(expected)
    // What is counted is cached, and counted anew once it changes.
    if (earlier < end) {
      await apply(earlier)
      expect(await read()).toEqual({ ...expected, newApplications: 3 })
    }
    await server.db
      .updateTable('report_states')
      .set({ ready: false })
      .where('workspace_id', '=', workspaceId)
      .execute()
    expect(await read()).toEqual({ ...expected, newApplications: earlier < end ? 3 : 1 })
  })

  it('are those of a report of the period before', async () => {
    const fixture = await createReportFixture(server, 'Atlantic/Azores')
    for (const [one, hours] of [30, 60, 90, 120, 150, 180, 200, 260].entries()) {
      await fixture.run({ kind: 'create', position: one, owner: one, source: one, type: one % 2 })
      await fixture.run({ kind: 'call', one, agent: one, end: one, outcome: one, hoursAgo: one })
      await fixture.run({ kind: 'move', one, type: 3 + (one % 4) })
      await fixture.run({ kind: 'timePasses', one, hours })
    }
    await sql`select 1`.execute(server.db)
    const day = 86_400_000
    for (const ready of [true, false]) {
      if (ready) await rebuildFacts(server.db, fixture.workspaceId)
      else
        await server.db
          .updateTable('report_states')
          .set({ ready })
          .where('workspace_id', '=', fixture.workspaceId)
          .execute()
      for (const query of [
        {},
        { from: iso(Date.now() - 4 * day), to: iso(Date.now() - 60 * minute) },
      ] as Query[]) {
        const now = await kpi(query, fixture.admin)
        const before = await kpi({ ...query, former: 'true' }, fixture.admin)
        expect(before.items.map(({ key, value, n }) => [key, value, n])).toEqual(
          now.items.map(({ key, previous, previousN }) => [key, previous, previousN]),
        )
        const rates = await server.call(getConversionRate, { as: fixture.admin, query })
        const former = await server.call(getConversionRate, {
          as: fixture.admin,
          query: { ...query, former: 'true' },
        })
        const { previous, ...present } = former.body.overall
        expect(rates.body.overall.previous).toEqual(present)
      }
    }
  })
})
