import { listApplications } from '@muster/contract/applications.ts'
import { exploreDistribution } from '@muster/contract/explore.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReportFixture, type ReportFixture } from '../dashboard/fixtures/report-fixture.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { widthOf } from './load-distribution.ts'

let server: TestServer
let fixture: ReportFixture

/** Hours from the application to the first call; twelve, of which two are on positions of the hiring manager. */
const hours = [0, 1, 1, 2, 3, 3, 4, 6, 8, 9, 30, 400]

beforeAll(async () => {
  server = await startTestServer()
  fixture = await createReportFixture(server, 'UTC')
  const { run } = fixture
  for (const [place] of hours.entries())
    await run({ kind: 'create', position: place, owner: place, source: place, type: 0 })
  for (const [one, hour] of hours.entries()) {
    await run({ kind: 'timePasses', one, hours: hour + 1 })
    await run({ kind: 'call', one, agent: 0, end: 0, outcome: 0, hoursAgo: 1 })
  }
})

afterAll(() => server?.stop())

async function ask(query: object, as: TestUser = fixture.admin) {
  const { body, status } = await server.call(exploreDistribution, {
    as,
    query: { measure: 'timeToFirstCall', from: '2020-01-01T00:00:00.000Z', ...query } as never,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('exploreDistribution', () => {
  it('has the median, the 90th percentile and every value in one bar', async () => {
    const { n, median, p90, unit, isFew, bars } = await ask({})
    expect([n, unit, isFew]).toEqual([12, 'hours', false])
    expect(median).toBeCloseTo(3.5, 0)
    expect(p90).toBeCloseTo(27.9, 0)
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(12)
    expect(bars.every(({ to }, index) => to === (bars[index + 1]?.from ?? null))).toBe(true)
  })

  it('opens as many rows as each bar counts, the last one with everything longer', async () => {
    const { period, bars } = await ask({})
    expect(bars.at(-1)).toMatchObject({ to: null, count: 1 })
    for (const { from, to, rows } of bars) {
      const { body } = await server.call(listApplications, {
        as: fixture.admin,
        query: {
          counted: 'timeToFirstCall',
          countedFrom: period.from,
          countedTo: period.to,
          countedValueFrom: from,
          ...(to !== null && { countedValueTo: to }),
          limit: 1,
        } as never,
      })
      expect([from, body.total.value]).toEqual([from, rows])
    }
  })

  it('is marked below ten values', async () => {
    const { positions } = fixture
    const { n, isFew } = await ask({ positionId: positions[1]!.id })
    expect([n, isFew]).toEqual([4, true])
  })

  it('is of the rows that the caller sees, and of no other workspace', async () => {
    expect((await ask({}, fixture.manager)).n).toBe(4)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect(await ask({}, stranger)).toMatchObject({ n: 0, median: null, p90: null, bars: [], isFew: true })
  })

  it('refuses a measure that is no duration', async () => {
    const query = { measure: 'hired' } as never
    expect((await server.call(exploreDistribution, { as: fixture.admin, query })).status).toBe(422)
  })
})

describe('widthOf', () => {
  it('tells most values apart whatever the unit', () => {
    expect([widthOf('days', 3), widthOf('days', 10), widthOf('days', 45), widthOf('hours', 100)]).toEqual([
      1, 2, 5, 12,
    ])
  })
})
