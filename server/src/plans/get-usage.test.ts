import { createApplication } from '@muster/contract/applications.ts'
import { createCompany } from '@muster/contract/companies.ts'
import * as contract from '@muster/contract/plans.ts'
import { createPosition } from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { unlimited } from '../testing/seed-plans.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let owner: TestUser

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
})

afterAll(() => server?.stop())

it('counts the current use and that of this month', async () => {
  const suspended = await server.addUser(owner.workspaceId, 'viewer')
  await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute()
  const { body: company } = await server.call(createCompany, { as: owner, body: { name: 'Client' } })
  const open = async (name: string, state: 'open' | 'closed') =>
    (await server.call(createPosition, { as: owner, body: { name, companyId: company.id, state } })).body.id
  const positionId = await open('Open', 'open')
  await open('Closed', 'closed')
  for (const name of ['One', 'Two'])
    await server.call(createApplication, { as: owner, body: { positionId, candidate: { name } } })
  await server.db
    .updateTable('applications')
    .set({ created_at: sql<string>`now() - interval '40 days'` })
    .where('candidate_name', '=', 'Two')
    .execute()
  for (const [seconds, days] of [
    [61, 0],
    [3600, 40],
  ] as const)
    await server.db
      .insertInto('calls')
      .values({
        workspace_id: owner.workspaceId,
        id: newId(),
        lifecycle: 'completed',
        started_at: sql<string>`now() - make_interval(days => ${days})`,
        duration_seconds: seconds,
      })
      .execute()
  const { body } = await server.call(contract.getUsage, { as: owner })
  expect(body).toMatchObject({
    seats: 1,
    pendingInvitations: 0,
    openPositions: 1,
    applicationsThisMonth: 1,
    callMinutesThisMonth: 2,
    limits: unlimited,
  })
})

it("starts the month in the workspace's time zone", async () => {
  const head = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  const { workspaceId } = head
  const timezone = 'Pacific/Kiritimati'
  await server.db.updateTable('workspaces').set({ timezone }).where('id', '=', workspaceId).execute()
  for (const seconds of [-60, 120])
    await server.db
      .insertInto('calls')
      .values({
        workspace_id: workspaceId,
        id: newId(),
        lifecycle: 'completed',
        started_at: sql<string>`date_trunc('month', now() at time zone ${timezone}) at time zone ${timezone}
          + make_interval(secs => ${seconds})`,
        duration_seconds: Math.abs(seconds),
      })
      .execute()
  const { body } = await server.call(contract.getUsage, { as: head })
  expect(body.callMinutesThisMonth).toBe(2)
})
