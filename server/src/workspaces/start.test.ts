import { createComment } from '@muster/contract/activity-logs.ts'
import { createApplication, listApplications } from '@muster/contract/applications.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { inviteUser } from '@muster/contract/invitations.ts'
import { getUsage } from '@muster/contract/plans.ts'
import { createPosition, listPositions } from '@muster/contract/positions.ts'
import * as contract from '@muster/contract/start.ts'
import { updateWorkspace } from '@muster/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
})

afterAll(() => server?.stop())

async function readStart(as = owner) {
  const { status, body } = await server.call(contract.getStart, { as })
  expect(status).toBe(200)
  return body
}

async function doneSteps(as = owner): Promise<string[]> {
  const { steps } = await readStart(as)
  return steps.filter(({ done }) => done).map(({ key }) => key)
}

const load = (as = owner, body: { alongside?: boolean } = {}) =>
  server.call(contract.addSampleData, { as, body })

const remove = (query: { includeWorked?: 'true' } = {}) =>
  server.call(contract.removeSampleData, { as: owner, query })

async function count(table: 'candidates' | 'applications' | 'calls' | 'positions' | 'companies' | 'agents') {
  const rows = await server.db
    .selectFrom(table)
    .where('workspace_id', '=', owner.workspaceId)
    .select('id')
    .execute()
  return rows.length
}

async function addOwn(positionId?: string) {
  const position = positionId ?? (await addPosition(server.db, owner.workspaceId)).id
  const { status, body } = await server.call(createApplication, {
    as: owner,
    body: { positionId: position, candidate: { name: 'Ida Own', email: 'ida.own@example.com' } },
  } as never)
  expect(status).toBe(201)
  return body as { id: string; candidate: { id: string } }
}

async function firstSample() {
  const { body } = await server.call(listApplications, { as: owner, query: { limit: 1 } })
  return body.items[0]!
}

describe('getStart', () => {
  it('has nothing done in a new workspace', async () => {
    expect(await readStart()).toMatchObject({ isEmpty: true, hiddenAt: null, sample: { loadedAt: null } })
    expect(await doneSteps()).toEqual([])
  })

  it('sees each step in the data', async () => {
    await server.call(updateWorkspace, { as: owner, body: { timezone: 'Europe/Oslo' } })
    expect(await doneSteps()).toEqual(['workspace'])
    const company = await server.call(createCompany, { as: owner, body: { name: 'Halden Freight' } })
    await server.call(createPosition, {
      as: owner,
      body: { name: 'CDL-A driver', companyId: company.body.id },
    })
    expect(await doneSteps()).toEqual(['workspace', 'position'])
    await server.call(createCandidate, { as: owner, body: { name: 'Ida Own', email: 'ida@example.com' } })
    expect(await doneSteps()).toEqual(['workspace', 'position', 'people'])
    await server.call(inviteUser, { as: owner, body: { email: 'mats@example.com', role: 'recruiter' } })
    expect(await doneSteps()).toEqual(['workspace', 'position', 'people', 'team'])
  })

  it('does not count what another workspace has', async () => {
    await addPosition(server.db, owner.workspaceId)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect(await doneSteps(stranger)).toEqual([])
  })

  it('is for owners and admins', async () => {
    const { workspaceId } = owner
    const statuses = []
    for (const role of ['admin', 'recruiter', 'viewer'] as const) {
      const as = await server.addUser(workspaceId, role)
      statuses.push([
        role,
        (await server.call(contract.getStart, { as })).status,
        (await server.call(contract.updateStart, { as, body: { hidden: false } })).status,
        (await server.call(contract.removeSampleData, { as })).status,
      ])
    }
    expect(statuses).toEqual([
      ['admin', 200, 200, 200],
      ['recruiter', 403, 403, 403],
      ['viewer', 403, 403, 403],
    ])
  })
})

describe('updateStart', () => {
  it('hides the checklist for colleagues too, and shows it again', async () => {
    const admin = await server.addUser(owner.workspaceId, 'admin')
    await server.call(contract.updateStart, { as: owner, body: { hidden: true } })
    expect((await readStart(admin)).hiddenAt).not.toBeNull()
    await server.call(contract.updateStart, { as: admin, body: { hidden: false } })
    expect((await readStart()).hiddenAt).toBeNull()
  })
})

describe('sample data', () => {
  it('leave everything as it was once removed', async () => {
    await server.call(updateWorkspace, { as: owner, body: { timezone: 'America/Chicago' } })
    const own = await addPosition(server.db, owner.workspaceId)
    const before = await dumpTables(server)
    expect((await load()).status).toBe(200)
    expect(await count('applications')).toBe(2000)
    expect(await doneSteps()).toEqual(['workspace', 'position'])
    const { status, body } = await remove()
    expect(status).toBe(200)
    expect(body.removed).toMatchObject({ applications: 2000, positions: 12, companies: 8 })
    expect(body.kept).toEqual({ applications: 0, people: 0, positions: 0, companies: 0 })
    const after = await dumpTables(server)
    // What says that it happened: the audit log, live events, deletions for those who synchronize, pending figures.
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    const records = [
      'audit_logs',
      'live_events',
      'deleted_rows',
      'pending_facts',
      'workspaces',
      'idempotency_keys',
    ]
    expect(changed.filter((table) => !records.includes(table) && !/^(fact|report)/.test(table))).toEqual([])
    const { body: positions } = await server.call(listPositions, { as: owner })
    expect(positions.items.map(({ id }) => id)).toEqual([own.id])
    const logged = await server.db
      .selectFrom('audit_logs')
      .where('workspace_id', '=', owner.workspaceId)
      .where('action', 'like', 'workspace.sample%')
      .orderBy('id')
      .select('action')
      .execute()
    expect(logged.map(({ action }) => action)).toEqual(['workspace.sample_added', 'workspace.sample_removed'])
  })

  it('can be in two workspaces at once, and be removed from one', async () => {
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect([(await load()).status, (await load(stranger)).status]).toEqual([200, 200])
    await remove()
    expect((await readStart(stranger)).isEmpty).toBe(false)
    const { body } = await server.call(listApplications, { as: stranger, query: { limit: 1 } })
    expect(body.total.value).toBe(2000)
  })

  it('are refused beside people of your own, unless asked for, and a second time', async () => {
    await addOwn()
    const refused = await load()
    expect([refused.status, (await readStart()).sample.whyNot]).toEqual([
      409,
      expect.stringMatching(/candidates/),
    ])
    expect((await load(owner, { alongside: true })).status).toBe(200)
    expect((await load(owner, { alongside: true })).status).toBe(409)
  })

  it('do not take a name that a company has', async () => {
    await server.call(createCompany, { as: owner, body: { name: 'halden freight' } })
    expect((await load()).status).toBe(200)
    const { body } = await server.call(listCompanies, { as: owner, query: { q: 'Halden' } })
    expect(body.items.map(({ name }) => name).sort()).toEqual(['Halden Freight (sample)', 'halden freight'])
  })

  it('leave an application of your own on a sample position, with the position and its company', async () => {
    await load()
    const { position } = await firstSample()
    const own = await addOwn(position.id)
    const { body } = await remove()
    expect(body.kept).toEqual({ applications: 0, people: 0, positions: 1, companies: 1 })
    const left = await server.call(listApplications, { as: owner })
    expect(left.body.items.map(({ id }) => id)).toEqual([own.id])
    expect([await count('positions'), await count('companies'), await count('calls')]).toEqual([1, 1, 0])
    // What stayed is no longer sample data.
    expect(await doneSteps()).toEqual(expect.arrayContaining(['position', 'people']))
    expect((await remove()).body.removed).toEqual({ applications: 0, people: 0, positions: 0, companies: 0 })
  })

  it('keep people whom somebody commented on, unless they go too', async () => {
    await load()
    const { id } = await firstSample()
    const comment = await server.call(createComment, {
      as: owner,
      params: { id },
      body: { body: 'Speaks well' },
    } as never)
    expect(comment.status).toBe(201)
    expect((await readStart()).sample.worked).toEqual({ people: 1, entries: 1 })
    const { body } = await remove()
    expect(body.kept).toMatchObject({ people: 1, positions: expect.any(Number) })
    expect(await count('candidates')).toBe(1)
    const logs = await server.db
      .selectFrom('activity_logs')
      .where('workspace_id', '=', owner.workspaceId)
      .where('body', '=', 'Speaks well')
      .select('id')
      .execute()
    expect(logs).toHaveLength(1)
  })

  it('go with the comments on them if asked', async () => {
    await load()
    const { id } = await firstSample()
    await server.call(createComment, { as: owner, params: { id }, body: { body: 'Speaks well' } } as never)
    const { body } = await remove({ includeWorked: 'true' })
    expect(body.kept.people).toBe(0)
    expect([await count('candidates'), await count('agents'), await count('companies')]).toEqual([0, 0, 0])
  })

  it('count against no limit of the plan', async () => {
    const use = async () => (await server.call(getUsage, { as: owner })).body
    const before = await use()
    await load()
    expect(await use()).toEqual(before)
  })
})
