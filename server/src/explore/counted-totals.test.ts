import { exploreReport } from '@muster/contract/explore.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReportFixture, type ReportFixture } from '../dashboard/fixtures/report-fixture.ts'
import { resolvePeriod } from '../dashboard/report-period.ts'
import { beginToBuild } from '../facts/apply-pending-facts.ts'
import { loadUserActors } from '../session/load-user-actors.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { countCells } from './count-cells.ts'

let server: TestServer
let fixture: ReportFixture

beforeAll(async () => {
  server = await startTestServer()
  // Its clocks never change, so that 28 days have the same length.
  fixture = await createReportFixture(server, 'Asia/Tokyo')
  for (let one = 0; one < 2; one += 1)
    await fixture.run({ kind: 'create', position: one, owner: one, source: one, type: 0 })
})

afterAll(() => server?.stop())

async function newApplications() {
  const { body } = await server.call(exploreReport, {
    as: fixture.admin,
    query: { measure: ['newApplications'], by: [] } as never,
  })
  const [{ cells }] = body.measures as [(typeof body.measures)[number]]
  return cells.find(({ row, column }) => row === null && column === null)
}

describe('a question that daily totals answer', () => {
  it('compares today with the same part of that day in the period before', async () => {
    // Two minutes before and after the time of day at which the period before ends.
    await sql`
      update applications set created_at = now() - interval '28 days' + numbered.minutes * interval '1 minute'
      from (
        select id, 4 * row_number() over (order by id) - 6 as minutes from applications
        where workspace_id = ${fixture.workspaceId}
      ) as numbered
      where applications.id = numbered.id
    `.execute(server.db)
    expect((await newApplications())?.previous?.n).toBe(1)
  })

  it('is answered by facts when the totals begin to be built anew meanwhile', async () => {
    const { workspaceId, admin, run } = fixture
    await run({ kind: 'create', position: 0, owner: 0, source: 0, type: 0 })
    const counted = (await newApplications())!
    const actor = (await loadUserActors(server.db, workspaceId, [admin.id])).get(admin.id)!
    const period = await resolvePeriod(server.db, actor, { bucket: 'month' })
    expect(period.days).not.toBeNull()
    await beginToBuild(server.db, workspaceId)
    const asked = {
      measure: 'newApplications' as const,
      summary: null,
      by: [],
      filters: {},
      period,
      compares: true,
    }
    const { cells } = await countCells(server.db, actor, asked, [])
    expect(cells.map(({ period, n }) => [period, n])).toContainEqual([1, counted.n])
  })
})
