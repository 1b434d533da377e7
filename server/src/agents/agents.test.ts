import * as contract from '@muster/contract/agents.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

async function addWorkspace(): Promise<{ workspaceId: string; admin: TestUser }> {
  const { workspaceId } = await server.addWorkspace()
  return { workspaceId, admin: await server.addUser(workspaceId, 'admin') }
}

async function addAgent(
  workspaceId: string,
  name: string,
  more: { status?: string; capacity?: number } = {},
): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('agents')
    .values({ workspace_id: workspaceId, id, name, kind: 'voice', ...more })
    .execute()
  return id
}

async function addCall(
  workspaceId: string,
  agentId: string,
  call: { lifecycle: string; endReason?: string; hoursAgo?: number; direction?: string },
): Promise<void> {
  const startedAt = new Date(Date.now() - (call.hoursAgo ?? 0) * 3_600_000).toISOString()
  await server.db
    .insertInto('calls')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      agent_id: agentId,
      lifecycle: call.lifecycle,
      end_reason: call.endReason ?? null,
      direction: call.direction ?? 'outbound',
      started_at: startedAt,
    })
    .execute()
}

describe('listAgents', () => {
  it('tells how often each was answered, a mailbox included, of the calls placed', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const nova = await addAgent(workspaceId, 'Nova')
    await addAgent(workspaceId, 'Idle')
    await addCall(workspaceId, nova, { lifecycle: 'completed', endReason: 'human_conversation' })
    await addCall(workspaceId, nova, { lifecycle: 'completed', endReason: 'voicemail' })
    await addCall(workspaceId, nova, { lifecycle: 'no_answer', endReason: 'no_answer' })
    await addCall(workspaceId, nova, { lifecycle: 'canceled', endReason: 'canceled' })
    await addCall(workspaceId, nova, { lifecycle: 'queued' })
    await addCall(workspaceId, nova, {
      lifecycle: 'completed',
      endReason: 'human_conversation',
      direction: 'inbound',
    })
    await addCall(workspaceId, nova, {
      lifecycle: 'completed',
      endReason: 'human_conversation',
      hoursAgo: 29 * 24,
    })
    const { body } = await server.call(contract.listAgents, { as: admin })
    expect(body.items.map(({ name, connection }) => ({ name, connection }))).toEqual([
      { name: 'Idle', connection: { answered: 0, placed: 0 } },
      { name: 'Nova', connection: { answered: 2, placed: 3 } },
    ])
  })

  it("counts today's calls from midnight in the workspace's timezone", async () => {
    const { workspaceId, admin } = await addWorkspace()
    const nova = await addAgent(workspaceId, 'Nova')
    await addCall(workspaceId, nova, { lifecycle: 'completed' })
    await addCall(workspaceId, nova, { lifecycle: 'completed', hoursAgo: 24 })
    const { body } = await server.call(contract.listAgents, { as: admin })
    expect(body.items[0]!.callsToday).toBe(1)
  })
})

describe('listAvailableAgents', () => {
  it('has those that are available and have room for another call', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const full = await addAgent(workspaceId, 'Full', { capacity: 1 })
    const roomy = await addAgent(workspaceId, 'Roomy', { capacity: 2 })
    const stuck = await addAgent(workspaceId, 'Stuck yesterday', { capacity: 1 })
    await addAgent(workspaceId, 'Paused', { status: 'paused' })
    await addAgent(workspaceId, 'No capacity', { capacity: 0 })
    for (const id of [full, roomy]) await addCall(workspaceId, id, { lifecycle: 'in_progress' })
    await addCall(workspaceId, stuck, { lifecycle: 'in_progress', hoursAgo: 20 })
    const { body } = await server.call(contract.listAvailableAgents, { as: admin })
    expect(body.items.map(({ name }) => name)).toEqual(['Roomy', 'Stuck yesterday'])
  })

  it('has none of another workspace', async () => {
    const { workspaceId } = await addWorkspace()
    await addAgent(workspaceId, 'Not yours')
    const { admin: stranger } = await addWorkspace()
    expect((await server.call(contract.listAvailableAgents, { as: stranger })).body.items).toEqual([])
  })
})

describe('updateAgent', () => {
  it('pauses an agent and refuses a stale version', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const id = await addAgent(workspaceId, 'Nova', { capacity: 5 })
    const change = (body: { status: 'paused' | 'available'; version?: number }) =>
      server.call(contract.updateAgent, { as: admin, params: { id }, body })
    expect((await change({ status: 'paused', version: 1 })).body).toMatchObject({
      name: 'Nova',
      status: 'paused',
      capacity: 5,
      version: 2,
    })
    expect((await change({ status: 'available', version: 1 })).status).toBe(409)
  })

  it("does not find another workspace's agent, and is not for recruiters", async () => {
    const { workspaceId } = await addWorkspace()
    const id = await addAgent(workspaceId, 'Nova')
    const recruiter = await server.addUser(workspaceId, 'recruiter')
    const { admin: stranger } = await addWorkspace()
    const change = (as: TestUser) =>
      server.call(contract.updateAgent, { as, params: { id }, body: { capacity: 3 } })
    expect((await change(stranger)).status).toBe(404)
    expect((await change(recruiter)).status).toBe(403)
  })
})
