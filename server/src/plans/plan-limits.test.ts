import { listAvailableAgents } from '@muster/contract/agents.ts'
import { createApplication, deleteApplication, restoreApplication } from '@muster/contract/applications.ts'
import { createCompany } from '@muster/contract/companies.ts'
import { downloadImportErrors, listImportRows } from '@muster/contract/import-rows.ts'
import { getImportStatus } from '@muster/contract/import-status.ts'
import { inviteUser, resendInvitation, revokeInvitation } from '@muster/contract/invitations.ts'
import { createUsers, deleteUser, restoreUser, setUserStatus } from '@muster/contract/manage-users.ts'
import type { Limits } from '@muster/contract/plan-limits.ts'
import { getUsage } from '@muster/contract/plans.ts'
import {
  copyPosition,
  createPosition,
  deletePosition,
  restorePosition,
  updatePosition,
} from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { prepareImport } from '../imports/fixtures/whole-import.ts'
import { runImport } from '../imports/run-import.ts'
import { addPlan } from '../testing/seed-plans.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let superadmin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  superadmin = await server.addUser((await server.addWorkspace()).workspaceId, 'superadmin')
})

afterAll(() => server?.stop())

/** Returns the owner of a new workspace with these limits. */
async function limitedTo(limits: Partial<Limits>): Promise<TestUser> {
  const plan = await addPlan(server, superadmin, { state: 'hidden', limits })
  const { workspaceId } = await server.addWorkspace()
  await server.db
    .updateTable('workspaces')
    .set({ plan_id: plan.id, plan_terms: 1 })
    .where('id', '=', workspaceId)
    .execute()
  return server.addUser(workspaceId, 'owner', { name: 'Olga Owner' })
}

const invite = (as: TestUser, email: string) =>
  server.call(inviteUser, { as, body: { email, role: 'viewer' } })

const count = (answers: { status: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([key, all]) => [key, all.length]))

describe('seats', () => {
  it('are never exceeded by concurrent invitations', async () => {
    const owner = await limitedTo({ seats: 3 })
    const admin = await server.addUser(owner.workspaceId, 'admin')
    await server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', admin.id).execute()
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((each) => invite(owner, `${each}.seat@example.com`)),
    )
    expect(count(answers)).toEqual({ 201: 2, 402: 1 })
    const { body } = answers.find(({ status }) => status === 402)!
    expect(body).toMatchObject({
      code: 'PLAN_LIMIT',
      details: { what: 'seats', limit: 3, used: 3, wanted: 1, mayChange: true, whoMayChange: ['Olga Owner'] },
    })
    expect(body.message).toMatch(/has 3 seats, and 3 are taken .* You can change the plan\.$/)
    const usage = await server.call(getUsage, { as: owner })
    expect(usage.body).toMatchObject({ seats: 3, pendingInvitations: 2, limits: { seats: 3 } })

    const back = await server.call(setUserStatus, {
      as: owner,
      params: { id: admin.id },
      body: { status: 'active' },
    })
    expect(back.status).toBe(402)
    const invitation = answers.find(({ status }) => status === 201)!.body
    await server.call(revokeInvitation, { as: owner, params: { id: invitation.id } })
    const news = ['x', 'y'].map((each) => ({
      email: `${each}.seat@example.com`,
      name: each,
      role: 'viewer' as const,
    }))
    const several = await server.call(createUsers, { as: owner, body: { users: news } })
    expect(several.body).toMatchObject({ done: 1, refused: 1 })
    expect(several.body.results[1]!.message).toMatch(/3 seats/)
  })

  it('are needed by restored users, and not by expired invitations', async () => {
    const owner = await limitedTo({ seats: 2 })
    const gone = await server.addUser(owner.workspaceId, 'viewer')
    await server.call(deleteUser, { as: owner, params: { id: gone.id } })
    const { body: first } = await invite(owner, 'first.seat@example.com')
    const restore = () => server.call(restoreUser, { as: owner, params: { id: gone.id } })
    expect((await restore()).status).toBe(402)
    await server.db
      .updateTable('invitations')
      .set({ expires_at: sql<string>`now() - interval '1 second'` })
      .where('id', '=', first.id)
      .execute()
    expect((await restore()).status).toBe(200)
    const again = await server.call(resendInvitation, { as: owner, params: { id: first.id } })
    expect(again.status).toBe(402)
  })

  it('are taken once by somebody who accepted their invitation', async () => {
    const owner = await limitedTo({ seats: 3 })
    const { body: invitation } = await invite(owner, 'accepted.seat@example.com')
    await server.addUser(owner.workspaceId, 'viewer')
    await server.db
      .updateTable('invitations')
      .set({ accepted_at: sql<string>`now()` })
      .where('id', '=', invitation.id)
      .execute()
    const { body } = await server.call(getUsage, { as: owner })
    expect(body).toMatchObject({ seats: 2, pendingInvitations: 0 })
  })

  it('once taken, can be bought by active users with the permission alone', async () => {
    const owner = await limitedTo({ seats: 1 })
    const suspended = await server.addUser(owner.workspaceId, 'owner', { name: 'Sue Suspended' })
    const revoked = await server.addUser(owner.workspaceId, 'owner', { name: 'Rita Revoked' })
    const change = (user: TestUser, values: object) =>
      server.db.updateTable('users').set(values).where('id', '=', user.id).execute()
    await change(suspended, { status: 'suspended' })
    await change(revoked, { revoked_permissions: ['billing:manage'] })
    const { body } = await invite(owner, 'late.seat@example.com')
    expect(body.details).toMatchObject({ whoMayChange: ['Olga Owner'] })
  })
})

describe('open positions', () => {
  it('are counted when created, copied, reopened and restored', async () => {
    const owner = await limitedTo({ openPositions: 2 })
    const { body: company } = await server.call(createCompany, { as: owner, body: { name: 'Client' } })
    const make = (name: string, state: 'open' | 'on_hold' = 'open') =>
      server.call(createPosition, { as: owner, body: { name, companyId: company.id, state } })
    const made = await Promise.all(['One', 'Two', 'Three'].map((name) => make(name)))
    expect(count(made)).toEqual({ 201: 2, 402: 1 })
    const [first, second] = made.filter(({ status }) => status === 201).map(({ body }) => body)
    const held = await make('Held', 'on_hold')
    expect(held.status).toBe(201)
    const setState = (id: string, state: 'open' | 'closed') =>
      server.call(updatePosition, { as: owner, params: { id }, body: { state } })
    expect((await setState(held.body.id, 'open')).status).toBe(402)
    const copy = () => server.call(copyPosition, { as: owner, params: { id: first!.id }, body: {} })
    expect((await copy()).body.details).toMatchObject({ what: 'openPositions', limit: 2, used: 2 })
    await server.call(deletePosition, { as: owner, params: { id: second!.id } })
    expect((await setState(held.body.id, 'open')).status).toBe(200)
    const restore = () => server.call(restorePosition, { as: owner, params: { id: second!.id } })
    expect((await restore()).status).toBe(402)
    expect((await setState(held.body.id, 'closed')).status).toBe(200)
    expect((await restore()).status).toBe(200)
  })
})

describe('applications a month', () => {
  it('are counted from the first of the month, and again when one is restored', async () => {
    const owner = await limitedTo({ applicationsAMonth: 2 })
    const recruiter = await server.addUser(owner.workspaceId, 'recruiter')
    const { body: company } = await server.call(createCompany, { as: owner, body: { name: 'Client' } })
    const { body: position } = await server.call(createPosition, {
      as: owner,
      body: { name: 'Welder', companyId: company.id },
    })
    const apply = (name: string) =>
      server.call(createApplication, {
        as: recruiter,
        body: { positionId: position.id, candidate: { name } },
      })
    const { body: early } = await apply('Early')
    await server.db
      .updateTable('applications')
      .set({ created_at: sql<string>`now() - interval '40 days'` })
      .where('id', '=', early.id)
      .execute()
    const made = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan'].map(apply))
    expect(count(made)).toEqual({ 201: 2, 402: 2 })
    const refused = made.find(({ status }) => status === 402)!.body
    expect(refused.details).toMatchObject({ mayChange: false, whoMayChange: ['Olga Owner'] })
    expect(refused.message).toMatch(/Ask a user who can change the plan: Olga Owner\.$/)
    const candidates = await server.db
      .selectFrom('candidates')
      .where('workspace_id', '=', owner.workspaceId)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    expect(candidates.count).toBe(3)
    const one = made.find(({ status }) => status === 201)!.body
    await server.call(deleteApplication, { as: owner, params: { id: one.id } })
    expect((await apply('Eve')).status).toBe(201)
    const restored = await server.call(restoreApplication, { as: owner, params: { id: one.id } })
    expect(restored.status).toBe(402)
    expect((await server.call(getUsage, { as: owner })).body.applicationsThisMonth).toBe(2)
  })
})

describe('call minutes a month', () => {
  it('once used up stop voice agents, while users can still call and calls are stored', async () => {
    const owner = await limitedTo({ callMinutesAMonth: 3 })
    const { workspaceId } = owner
    for (const kind of ['voice', 'human'])
      await server.db
        .insertInto('agents')
        .values({ workspace_id: workspaceId, id: newId(), name: kind, kind, status: 'available' })
        .execute()
    const talk = (seconds: number) =>
      server.db
        .insertInto('calls')
        .values({
          workspace_id: workspaceId,
          id: newId(),
          lifecycle: 'completed',
          started_at: sql<string>`now()`,
          duration_seconds: seconds,
        })
        .execute()
    const offered = async () =>
      (await server.call(listAvailableAgents, { as: owner })).body.items.map(({ name }) => name)
    await talk(119)
    expect(await offered()).toEqual(['human', 'voice'])
    await talk(2)
    expect(await offered()).toEqual(['human'])
    expect((await server.call(getUsage, { as: owner })).body.callMinutesThisMonth).toBe(3)
  })
})

describe('an import', () => {
  const people = (from: number, count: number) =>
    `Name,Email,Vacancy\n${Array.from({ length: count }, (_, n) => `Person ${from + n},p${from + n}@example.com,Night nurse`).join('\n')}\n`

  it('imports as many rows as there is room for, and reports each of the others', async () => {
    const { id: planId } = await addPlan(server, superadmin, {
      state: 'hidden',
      limits: { applicationsAMonth: 25 },
    })
    const prepared = await prepareImport(server, people(0, 40))
    const { workspaceId, importId, user } = prepared
    await server.db.updateTable('workspaces').set({ plan_id: planId }).where('id', '=', workspaceId).execute()
    await Promise.all([1, 2].map(() => runImport(server.services, prepared, { rowsOfChunk: 10 })))
    const params = { id: importId }
    const { body: status } = await server.call(getImportStatus, { as: user, params })
    expect(status).toMatchObject({ state: 'completed', created: 25, invalid: 15, beyondPlan: 15 })
    const { body: rows } = await server.call(listImportRows, {
      as: user,
      params,
      query: { result: 'invalid' },
    })
    expect(rows.items[0]).toMatchObject({ row: 27, cells: ['Person 25', 'p25@example.com', 'Night nurse'] })
    expect(rows.items[0]!.message).toMatch(/allows 25 applications per month, and 25 are used this month\./)
    const report = await fetch(`${server.url}/api/v1${downloadImportErrors.path.replace('{id}', importId)}`, {
      headers: { authorization: `Bearer ${user.accessToken}` },
    })
    const lines = (await report.text()).trim().split('\r\n')
    expect(lines).toHaveLength(16)
    expect(lines.slice(1).every((line) => line.includes('plan_limit'))).toBe(true)
    // Existing candidates and applications take no more room.
    const made = await sql<{ people: number; applications: number }>`
      select (select count(*)::int from candidates where workspace_id = ${workspaceId}) as people,
        (select count(*)::int from applications where workspace_id = ${workspaceId}) as applications
    `.execute(server.db)
    expect(made.rows).toEqual([{ people: 25, applications: 25 }])
  })
})
