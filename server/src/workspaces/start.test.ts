import { createComment } from '@muster/contract/activity-logs.ts'
import { createAgent, deleteAgent } from '@muster/contract/agents.ts'
import { attachApplicationFile } from '@muster/contract/application-files.ts'
import { createApplication, deleteApplication, listApplications } from '@muster/contract/applications.ts'
import { mergeCandidates } from '@muster/contract/candidate-merges.ts'
import { createCandidate, getCandidate, listCandidates } from '@muster/contract/candidates.ts'
import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { setGoal } from '@muster/contract/goals.ts'
import { inviteUser, revokeInvitation } from '@muster/contract/invitations.ts'
import { createStage, deleteStage, listPipelines } from '@muster/contract/pipelines.ts'
import { getUsage } from '@muster/contract/plans.ts'
import { createPosition, deletePosition, listPositions } from '@muster/contract/positions.ts'
import { setSourceCost } from '@muster/contract/source-costs.ts'
import * as contract from '@muster/contract/start.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { updateWorkspace } from '@muster/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { followEvents } from '../testing/follow-events.ts'
import { sendFile } from '../testing/seed.ts'
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

async function stageOf(type: StatusType) {
  const { body } = await server.call(listPipelines, { as: owner })
  return body.items[0]!.stages.find((stage) => stage.type === type)!
}

async function removeStage(params: { id: string }) {
  expect((await server.call(deleteStage, { as: owner, params })).status).toBe(204)
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

  it('sees a new name as set up, too', async () => {
    await server.call(updateWorkspace, { as: owner, body: { name: 'Northside Staffing' } })
    expect(await doneSteps()).toEqual(['workspace'])
  })

  it('sees a workspace that was made in another time zone as set up', async () => {
    await server.db
      .updateTable('workspaces')
      .set({ timezone: 'Europe/Oslo' })
      .where('id', '=', owner.workspaceId)
      .execute()
    expect(await doneSteps()).toEqual(['workspace'])
  })

  it('does not count deleted positions and accepted invitations', async () => {
    const { id } = await addPosition(server.db, owner.workspaceId)
    expect(await doneSteps()).toEqual(['position'])
    await server.call(deletePosition, { as: owner, params: { id } })
    await server.call(inviteUser, { as: owner, body: { email: 'mats@example.com', role: 'recruiter' } })
    expect(await doneSteps()).toEqual(['team'])
    await server.db
      .updateTable('invitations')
      .set({ accepted_at: new Date().toISOString() })
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
    expect(await doneSteps()).toEqual([])
  })

  it('does not count revoked invitations and deleted agents', async () => {
    const invited = await server.call(inviteUser, {
      as: owner,
      body: { email: 'mats@example.com', role: 'recruiter' },
    })
    await server.call(revokeInvitation, { as: owner, params: { id: invited.body.id } })
    expect(await doneSteps()).toEqual([])
    const agent = await server.call(createAgent, { as: owner, body: { name: 'Ava', kind: 'voice' } })
    expect(await doneSteps()).toEqual(['team'])
    await server.call(deleteAgent, { as: owner, params: { id: agent.body.id } })
    expect(await doneSteps()).toEqual([])
  })

  it('is empty again once the only application is deleted', async () => {
    const { id } = await addOwn()
    expect(await readStart()).toMatchObject({ isEmpty: false })
    await server.call(deleteApplication, { as: owner, params: { id } })
    expect(await readStart()).toMatchObject({ isEmpty: true })
  })

  it('counts nothing of the sample data', async () => {
    const before = await doneSteps()
    await load()
    const { steps, isEmpty } = await readStart()
    expect(steps.filter(({ done }) => done).map(({ key }) => key)).toEqual(before)
    expect(steps.map(({ count: n }) => n)).toEqual(steps.map(() => 0))
    expect(isEmpty).toBe(false)
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

async function audited(): Promise<string[]> {
  const rows = await server.db
    .selectFrom('audit_logs')
    .where('workspace_id', '=', owner.workspaceId)
    .select('action')
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

describe('updateStart', () => {
  it('records the first of two like requests', async () => {
    for (const hidden of [true, true, false, false])
      await server.call(contract.updateStart, { as: owner, body: { hidden } })
    expect(await audited()).toEqual(['workspace.start_hidden', 'workspace.start_shown'])
  })

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
    expect(body.removed).toMatchObject({ applications: 2000, positions: 55, companies: 8 })
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
      'custom_field_versions',
    ]
    expect(
      changed.filter((table) => !records.includes(table) && !/^(fact|report_(?!dashboard))/.test(table)),
    ).toEqual([])
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

  it('go with the costs of their sources and their goals, and leave your own', async () => {
    const position = await addPosition(server.db, owner.workspaceId)
    const cost = { source: 'Indeed', month: '2026-03', amount: { minor: 100, currency: 'EUR' } }
    expect((await server.call(setSourceCost, { as: owner, body: cost })).status).toBe(200)
    const goal = { positionId: position.id, measure: 'hired', period: 'month', target: 2 } as const
    expect((await server.call(setGoal, { as: owner, body: goal })).status).toBe(200)
    expect((await load(owner, { alongside: true })).status).toBe(200)
    const numbers = async () => {
      const { rows } = await sql<{ costs: number; goals: number }>`
        select (select count(*)::int from source_costs where workspace_id = ${owner.workspaceId}) as costs,
          (select count(*)::int from goals where workspace_id = ${owner.workspaceId}) as goals
      `.execute(server.db)
      return rows[0]!
    }
    const { costs, goals } = await numbers()
    expect([costs > 20, goals]).toEqual([true, 10])
    expect((await remove()).status).toBe(200)
    expect(await numbers()).toEqual({ costs: 1, goals: 1 })
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

  it('are recorded as removed only if there were any', async () => {
    await remove()
    expect(await audited()).toEqual([])
    await load()
    await remove()
    await remove()
    expect(await audited()).toEqual(['workspace.sample_added', 'workspace.sample_removed'])
  })

  it('are added once when two administrators ask at the same time', async () => {
    const admin = await server.addUser(owner.workspaceId, 'admin')
    const answers = await Promise.all([load(), load(admin)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await count('applications')).toBe(2000)
  })

  it('are refused without a stage of each type, which the sentence says', async () => {
    await server.db
      .deleteFrom('stages')
      .where('workspace_id', '=', owner.workspaceId)
      .where('type', '=', 'offer')
      .execute()
    const { status, body } = await load()
    expect([status, body.message]).toEqual([409, expect.stringContaining('a stage of each type')])
    expect(await count('applications')).toBe(0)
  })

  it('are refused when the only stage of a type is deleted', async () => {
    await removeStage(await stageOf('offer'))
    const { status, body } = await load()
    expect([status, body.message]).toEqual([409, expect.stringContaining('a stage of each type')])
  })

  it('leave out a deleted stage that another of the same name replaced', async () => {
    const { id, pipelineId, name, type } = await stageOf('lead')
    await removeStage({ id })
    const added = await server.call(createStage, {
      as: owner,
      params: { id: pipelineId },
      body: { name, type },
    })
    expect(added.status).toBe(201)
    expect((await load()).status).toBe(200)
    const statuses = await server.db
      .selectFrom('statuses')
      .where('workspace_id', '=', owner.workspaceId)
      .where('type', '=', type)
      .select('stage_id')
      .distinct()
      .execute()
    expect(statuses).toEqual([{ stage_id: added.body.id }])
  })

  it('end the sessions of invented colleagues at once, and never that of the one who removes them', async () => {
    const colleague = await server.addUser(owner.workspaceId, 'recruiter')
    await server.db
      .insertInto('sample_records')
      .values(
        [colleague, owner].map(({ workspaceId, id }) => ({ workspace_id: workspaceId, kind: 'user', id })),
      )
      .execute()
    const statuses = async () => [
      (await server.call(listPositions, { as: colleague })).status,
      (await server.call(listPositions, { as: owner })).status,
    ]
    expect(await statuses()).toEqual([200, 200])
    const followed = await followEvents(server, colleague)
    expect((await remove()).status).toBe(200)
    expect(await statuses()).toEqual([401, 200])
    await followed.ended
  })

  it('keep a sample person who was merged with one of your own, whichever stayed', async () => {
    await load()
    const { body } = await server.call(listCandidates, { as: owner, query: { limit: 2 } })
    const [one, other] = body.items
    const own = []
    for (const name of ['Ida Own', 'Ole Own'])
      own.push(
        (
          await server.call(createCandidate, {
            as: owner,
            body: { name, email: `${name.slice(0, 3)}@own.example`, allowDuplicate: true },
          })
        ).body,
      )
    const merge = async (survivor: { id: string }, merged: { id: string }) => {
      const version = async ({ id }: { id: string }) =>
        (await server.call(getCandidate, { as: owner, params: { id } })).body.version
      const { status } = await server.call(mergeCandidates, {
        as: owner,
        params: { id: survivor.id },
        body: { mergedId: merged.id, version: await version(survivor), mergedVersion: await version(merged) },
      })
      expect(status).toBe(200)
    }
    await merge(own[0]!, one!)
    await merge(other!, own[1]!)
    expect((await remove({ includeWorked: 'true' })).body.kept.people).toBe(2)
    const left = await server.call(listCandidates, { as: owner })
    expect(left.body.items.map(({ id }) => id).sort()).toEqual([own[0]!.id, other!.id].sort())
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

  it('keep people to whom somebody attached a file', async () => {
    await load()
    const { id } = await firstSample()
    const answer = await sendFile(server, uploadFile, owner, 'A certificate', 'certificate.txt')
    const { id: fileId } = (await answer.json()) as { id: string }
    await server.call(attachApplicationFile, { as: owner, params: { id }, body: { fileId } })
    expect((await remove()).body.kept.people).toBe(1)
  })

  it('go with the comments on them if asked, and with calls that belong to no application', async () => {
    await load()
    const { id } = await firstSample()
    await sql`
      update calls set application_id = null
      where workspace_id = ${owner.workspaceId} and candidate_id is not null and application_id is not null
    `.execute(server.db)
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
