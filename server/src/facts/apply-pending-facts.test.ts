import { getLeadsStatusOverview } from '@muster/contract/dashboard.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { applyPendingFacts } from './apply-pending-facts.ts'
import { nothing } from './figures.ts'

/** More than one statement derives. */
const count = 2_001

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

/** Adds a workspace as an upgrade finds it: with applications, and without facts. */
async function addUpgradedWorkspace(): Promise<string> {
  const { workspaceId } = await server.addWorkspace()
  const { id, statuses } = await addPosition(server.db, workspaceId)
  await sql`
    with people as (
      insert into candidates (workspace_id, id, name)
      select ${workspaceId}, gen_random_uuid(), 'Person ' || n from generate_series(1, ${count}::int) n
      returning id, name, search_text
    )
    insert into applications
      (workspace_id, id, candidate_id, position_id, status_id, status_type, rank, candidate_name, candidate_search)
    select ${workspaceId}, id, id, ${id}, ${statuses.lead}, 'lead', 'a' || id, name, search_text from people
  `.execute(server.db)
  for (const table of ['facts', 'fact_totals', 'fact_total_changes', 'pending_facts'])
    await sql`delete from ${sql.table(table)} where workspace_id = ${workspaceId}`.execute(server.db)
  await server.db
    .updateTable('fact_states')
    .set({ derived: false, totals_through: nothing })
    .where('workspace_id', '=', workspaceId)
    .execute()
  return workspaceId
}

describe('a workspace whose facts are still to be derived', () => {
  it('answers that reports are being prepared, and goes on where it was', async () => {
    const workspaceId = await addUpgradedWorkspace()
    await expect(applyPendingFacts(server.db, workspaceId, -1)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await applyPendingFacts(server.db, workspaceId, -1)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from facts where workspace_id = ${workspaceId} and metric = 'created'
    `.execute(server.db)
    expect(rows).toEqual([{ n: count }])
  })

  it('answers its first report when that is soon done', async () => {
    const workspaceId = await addUpgradedWorkspace()
    const admin = await server.addUser(workspaceId, 'admin')
    const { body } = await server.call(getLeadsStatusOverview, { as: admin })
    expect(body.items.find(({ type }) => type === 'lead')?.count).toBe(count)
  })
})
