import { createAgent } from '@muster/contract/agents.ts'
import { createApplication, deleteApplication } from '@muster/contract/applications.ts'
import { mergeCandidates } from '@muster/contract/candidate-merges.ts'
import { deleteCandidate, getCandidate } from '@muster/contract/candidates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { addApplication } from './testing/add-application.ts'
import { installationSecrets, type Report, sendReport } from './testing/send-report.ts'

const phone = '+13125550142'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer({ config: { voiceSecrets: installationSecrets } })
})

beforeEach(async () => {
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

interface Applying {
  candidateId?: string
  /** Whether it is closed. */
  closed?: boolean
  /** Days since its last activity. */
  quietDays?: number
  as?: TestUser
}

/** Adds an application on its own position, for a new candidate with the number unless one is given. */
async function apply({ candidateId, closed, quietDays, as = admin }: Applying = {}) {
  const position = await addPosition(server.db, as.workspaceId)
  const who = candidateId ? { candidateId } : { candidate: { name: 'Cora Called', phone } }
  const { status, body } = await server.call(createApplication, {
    as,
    body: { positionId: position.id, allowDuplicate: true, ...who },
  })
  expect(status).toBe(201)
  const { id, candidate } = body
  if (closed)
    await server.db
      .updateTable('applications')
      .set({
        status_id: position.statuses.closed,
        status_type: 'closed',
        closed_at: sql`now()`,
        disposition: 'unreachable',
      })
      .where('id', '=', id)
      .execute()
  if (quietDays)
    await server.db
      .updateTable('applications')
      .set({ last_activity_at: sql`now() - make_interval(days => ${quietDays})` })
      .where('id', '=', id)
      .execute()
  return { id, candidateId: candidate.id, positionId: position.id }
}

async function addAgent(providerAgentId: string, positionIds: string[] = [], as = admin): Promise<string> {
  const { status, body } = await server.call(createAgent, {
    as,
    body: { name: 'Nova', kind: 'voice', provider: 'generic', providerAgentId, positionIds },
  })
  expect(status).toBe(201)
  return body.id
}

/** Reports a call to the number and returns what it was matched to. */
async function report(more: Partial<Report> = {}) {
  const { body } = await sendReport(
    server,
    'generic',
    { callId: newId(), stage: 'ended', phone, ...more },
    { query: { workspace: admin.workspaceId } },
  )
  const row = await server.db
    .selectFrom('calls')
    .where('workspace_id', '=', admin.workspaceId)
    .where('id', '=', body.callId)
    .select(['application_id', 'candidate_id', 'agent_id'])
    .executeTakeFirstOrThrow()
  return { application: row.application_id, candidate: row.candidate_id, agent: row.agent_id }
}

describe('a call to a candidate with several applications', () => {
  it('belongs to the open one, however long it was inactive', async () => {
    const open = await apply({ quietDays: 9 })
    await apply({ candidateId: open.candidateId, closed: true })
    expect((await report()).application).toBe(open.id)
  })

  it('belongs to the one on a position that the agent works on', async () => {
    const meant = await apply({ quietDays: 9 })
    await apply({ candidateId: meant.candidateId })
    const agentId = newId()
    await addAgent(agentId, [meant.positionId])
    expect((await report({ agentId })).application).toBe(meant.id)
  })

  it('belongs to the open one rather than a closed one that the agent worked on', async () => {
    const closed = await apply({ closed: true })
    const open = await apply({ candidateId: closed.candidateId, quietDays: 9 })
    const agentId = newId()
    await addAgent(agentId, [closed.positionId])
    expect((await report({ agentId })).application).toBe(open.id)
  })

  it('belongs to the most recently active one', async () => {
    const { candidateId } = await apply({ quietDays: 9 })
    const last = await apply({ candidateId, quietDays: 1 })
    await apply({ candidateId, quietDays: 5 })
    expect((await report()).application).toBe(last.id)
  })

  it('belongs to none that was deleted', async () => {
    const left = await apply({ quietDays: 9 })
    const deleted = await apply({ candidateId: left.candidateId })
    await server.call(deleteApplication, { as: admin, params: { id: deleted.id } })
    expect((await report()).application).toBe(left.id)
    expect((await report({ applicationId: deleted.id })).application).toBe(left.id)
  })

  it('belongs to the one that the report names, whatever the number', async () => {
    const named = await apply({ closed: true, quietDays: 9 })
    await apply({ candidateId: named.candidateId })
    expect((await report({ applicationId: named.id })).application).toBe(named.id)
  })
})

describe('a call on an application', () => {
  it('belongs to the candidate of that application, even if the number is somebody else’s', async () => {
    const named = await addApplication(server, admin, { name: 'Nora Named' })
    await apply()
    expect(await report({ applicationId: named.id })).toMatchObject({
      application: named.id,
      candidate: named.candidateId,
    })
  })

  it('belongs to its candidate, matched by the number', async () => {
    const { id, candidateId } = await apply()
    expect(await report()).toMatchObject({ application: id, candidate: candidateId })
  })
})

describe('a number that several candidates have', () => {
  it('identifies the one with an open application', async () => {
    await apply({ closed: true })
    const open = await apply({ quietDays: 9 })
    expect((await report()).application).toBe(open.id)
  })

  it('identifies nobody if two have one, or none has', async () => {
    await apply()
    await apply()
    expect(await report()).toMatchObject({ application: null, candidate: null })
    admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    await apply({ closed: true })
    await apply({ closed: true })
    expect(await report()).toMatchObject({ application: null, candidate: null })
  })

  it('does not identify a deleted candidate', async () => {
    const deleted = await apply({ closed: true })
    await server.call(deleteCandidate, { as: admin, params: { id: deleted.candidateId } })
    const left = await apply({ closed: true })
    expect((await report()).application).toBe(left.id)
  })

  it('does not identify a candidate of another workspace', async () => {
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    await apply({ as: stranger })
    expect(await report()).toEqual({ application: null, candidate: null, agent: null })
  })

  it('identifies the survivor of a merge, unless deleted', async () => {
    const old = await apply()
    const position = await addPosition(server.db, admin.workspaceId)
    const { body: survivor } = await server.call(createApplication, {
      as: admin,
      body: { positionId: position.id, candidate: { name: 'Cora Called-Again', phone: '+13125550143' } },
    })
    const versionOf = async (id: string) =>
      (await server.call(getCandidate, { as: admin, params: { id } })).body.version
    const merged = await server.call(mergeCandidates, {
      as: admin,
      params: { id: survivor.candidate.id },
      body: {
        mergedId: old.candidateId,
        version: await versionOf(survivor.candidate.id),
        mergedVersion: await versionOf(old.candidateId),
        choices: {},
      },
    })
    expect(merged.status).toBe(200)
    expect((await report()).candidate).toBe(survivor.candidate.id)
    await server.db
      .updateTable('candidates')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', survivor.candidate.id)
      .execute()
    expect((await report()).candidate).toBeNull()
  })
})

describe('a number without its country', () => {
  it('is one of the country of the workspace', async () => {
    const [{ id }] = [await apply()]
    await sql`update candidates set phone = '+442079460123' where workspace_id = ${admin.workspaceId}`.execute(
      server.db,
    )
    await sql`update workspaces set default_country = 'GB' where id = ${admin.workspaceId}`.execute(server.db)
    expect((await report({ phone: '020 7946 0123' })).application).toBe(id)
  })
})

describe('the agent of a call', () => {
  it('is the one with the provider’s id, in this workspace and not deleted', async () => {
    const agentId = newId()
    const agent = await addAgent(agentId)
    expect((await report({ agentId })).agent).toBe(agent)
    await server.db.updateTable('agents').set({ deleted_at: sql`now()` }).where('id', '=', agent).execute()
    expect((await report({ agentId })).agent).toBeNull()
  })

  it('is unknown when the id is entered twice', async () => {
    const agentId = newId()
    const row = { workspace_id: admin.workspaceId, name: 'Nova', kind: 'voice', provider_agent_id: agentId }
    await server.db
      .insertInto('agents')
      .values([
        { ...row, id: newId() },
        { ...row, id: newId() },
      ])
      .execute()
    expect((await report({ agentId })).agent).toBeNull()
  })
})
