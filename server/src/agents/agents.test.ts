import * as contract from '@muster/contract/agents.ts'
import { listCalls } from '@muster/contract/calls.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

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
  call: {
    lifecycle: string
    endReason?: string
    hoursAgo?: number
    direction?: string
    applicationId?: string
  },
): Promise<void> {
  const startedAt = new Date(Date.now() - (call.hoursAgo ?? 0) * 3_600_000).toISOString()
  await server.db
    .insertInto('calls')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      agent_id: agentId,
      application_id: call.applicationId ?? null,
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
  /** Adds agents of which only some can be called now. */
  async function addBusyAgents() {
    const { workspaceId, admin } = await addWorkspace()
    const full = await addAgent(workspaceId, 'Full', { capacity: 1 })
    const roomy = await addAgent(workspaceId, 'Roomy', { capacity: 2 })
    const stuck = await addAgent(workspaceId, 'Stuck yesterday', { capacity: 1 })
    await addAgent(workspaceId, 'Paused', { status: 'paused' })
    await addAgent(workspaceId, 'No capacity', { capacity: 0 })
    for (const id of [full, roomy]) await addCall(workspaceId, id, { lifecycle: 'in_progress' })
    await addCall(workspaceId, stuck, { lifecycle: 'in_progress', hoursAgo: 20 })
    return admin
  }

  it('has those that are available and have room for another call', async () => {
    const admin = await addBusyAgents()
    const { body } = await server.call(contract.listAvailableAgents, { as: admin })
    expect(body.items.map(({ name }) => name)).toEqual(['Roomy', 'Stuck yesterday'])
  })

  it('has the agents that a file of all calls available', async () => {
    const admin = await addBusyAgents()
    const path = addressOf(contract.exportAgents, {}, { columns: 'name,availableNow', sort: 'name' })
    const file = await fetch(server.url + path, { headers: { authorization: `Bearer ${admin.accessToken}` } })
    expect((await file.text()).trim().split('\r\n').slice(1)).toEqual([
      'Full,No',
      'No capacity,No',
      'Paused,No',
      'Roomy,Yes',
      'Stuck yesterday,Yes',
    ])
  })

  it('has none outside their hours', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const inThreeDays = ((new Date().getUTCDay() + 3 + 6) % 7) + 1
    const shifts = (weekday: number) => JSON.stringify([{ weekday, from: '00:00', to: '23:59' }])
    const [away, always] = [await addAgent(workspaceId, 'Away'), await addAgent(workspaceId, 'Always')]
    await server.db
      .updateTable('agents')
      .set({ hours: shifts(inThreeDays) })
      .where('id', '=', away)
      .execute()
    const { body } = await server.call(contract.listAvailableAgents, { as: admin })
    expect(body.items.map(({ id }) => id)).toEqual([always])
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

type NewAgent = CallOf<typeof contract.createAgent>['body']

async function create(as: TestUser, more: Partial<NewAgent> = {}) {
  return server.call(contract.createAgent, { as, body: { name: 'Nova', kind: 'voice', ...more } })
}

describe('createAgent', () => {
  it('answers the agent as it was said, its phone in one form', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const position = await addPosition(server.db, workspaceId)
    const { status, body } = await create(admin, {
      capacity: 12,
      languages: ['en', 'de', 'en'],
      phone: '+1 (312) 555-0100',
      provider: 'vapi',
      providerAgentId: 'asst_1',
      positionIds: [position.id, position.id],
      timezone: 'Europe/Oslo',
      hours: [{ weekday: 1, from: '09:00', to: '17:00' }],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Nova',
      kind: 'voice',
      status: 'available',
      capacity: 12,
      languages: ['en', 'de'],
      phone: '+13125550100',
      provider: 'vapi',
      providerAgentId: 'asst_1',
      user: null,
      positionCount: 1,
      positions: [{ id: position.id }],
      timezone: 'Europe/Oslo',
      hours: [{ weekday: 1, from: '09:00', to: '17:00' }],
      activeCalls: 0,
      version: 1,
      can: { edit: true, delete: true, openCalls: true },
    })
  })

  it('makes a colleague an agent once', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const caller = await server.addUser(workspaceId, 'recruiter', { name: 'Mats Keller' })
    const asAgent = { kind: 'human', name: 'Mats', userId: caller.id } as const
    const { body } = await create(admin, asAgent)
    expect(body.user).toEqual({ id: caller.id, name: 'Mats Keller' })
    const again = await create(admin, asAgent)
    expect(again).toMatchObject({ status: 409, body: { message: 'This user is already an agent' } })
    const link = (userId: string | null) =>
      server.call(contract.updateAgent, { as: admin, params: { id: body.id }, body: { userId } })
    expect((await link(null)).body.user).toBeNull()
    expect((await create(admin, asAgent)).status).toBe(201)
    expect((await link(caller.id)).status).toBe(409)
  })

  it("takes a provider's agent once", async () => {
    const { admin } = await addWorkspace()
    const theirs = { provider: 'retell', providerAgentId: 'agent_7' } as const
    expect((await create(admin, theirs)).status).toBe(201)
    expect((await create(admin, theirs)).status).toBe(409)
    expect((await create(admin, { ...theirs, provider: 'vapi' })).status).toBe(201)
  })

  it.each([
    ['a voice agent that is a colleague', (ids) => ({ userId: ids.user }), 'userId'],
    ['a person with a provider', () => ({ kind: 'human', provider: 'vapi' }), 'provider'],
    ["another workspace's colleague", (ids) => ({ kind: 'human', userId: ids.stranger }), 'userId'],
    ["another workspace's position", (ids) => ({ positionIds: [ids.position] }), 'positionIds'],
    ['a phone that is none', () => ({ phone: 'call me' }), 'phone'],
    ['a timezone nobody has', () => ({ timezone: 'Mars/Olympus' }), 'timezone'],
    ['a language that is no code', () => ({ languages: ['German, mostly'] }), 'languages.0'],
    [
      'hours that end when they begin',
      () => ({ hours: [{ weekday: 1, from: '09:00', to: '09:00' }] }),
      'hours.0.to',
    ],
    [
      'a weekday that does not exist',
      () => ({ hours: [{ weekday: 8, from: '09:00', to: '10:00' }] }),
      'hours.0.weekday',
    ],
  ] as [string, (ids: Record<string, string>) => Partial<NewAgent>, string][])(
    'refuses %s',
    async (_, wrong, field) => {
      const { workspaceId, admin } = await addWorkspace()
      const { workspaceId: elsewhere, admin: stranger } = await addWorkspace()
      const user = await server.addUser(workspaceId, 'recruiter')
      const position = await addPosition(server.db, elsewhere)
      const ids = { user: user.id, stranger: stranger.id, position: position.id }
      const { status, body } = await create(admin, wrong(ids))
      expect(status).toBe(422)
      expect(body.details).toHaveProperty([field])
    },
  )
})

describe('listAgents with filters', () => {
  it('finds by kind, status, position and language', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const position = await addPosition(server.db, workspaceId)
    await create(admin, { name: 'Nova', languages: ['en-GB', 'de'], positionIds: [position.id] })
    await create(admin, { name: 'Juno', languages: ['es'], status: 'paused' })
    await create(admin, { name: 'Mats', kind: 'human', languages: ['EN'] })
    const found = async (query: CallOf<typeof contract.listAgents>['query']) => {
      const { body } = await server.call(contract.listAgents, { as: admin, query })
      expect(body.total.value).toBe(body.items.length)
      return body.items.map(({ name }) => name)
    }
    expect(await found({ kind: 'human' })).toEqual(['Mats'])
    expect(await found({ status: 'paused,busy' })).toEqual(['Juno'])
    expect(await found({ positionId: position.id })).toEqual(['Nova'])
    expect(await found({ language: 'en' })).toEqual(['Mats', 'Nova'])
    expect(await found({ language: 'en-GB' })).toEqual(['Nova'])
    const available = async (query: CallOf<typeof contract.listAvailableAgents>['query']) =>
      (await server.call(contract.listAvailableAgents, { as: admin, query })).body.items.map(
        ({ name }) => name,
      )
    expect(await available({ language: 'de,es' })).toEqual(['Nova'])
    expect(await available({ positionId: position.id, kind: 'human' })).toEqual([])
  })
})

describe('deleteAgent', () => {
  it('can be undone, and leaves the calls as they are', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const { body: agent } = await create(admin)
    await addCall(workspaceId, agent.id, { lifecycle: 'completed', endReason: 'voicemail' })
    const as = { as: admin, params: { id: agent.id } }
    expect((await server.call(contract.deleteAgent, as)).status).toBe(204)
    expect((await server.call(contract.getAgent, as)).status).toBe(404)
    expect((await server.call(contract.listAgents, { as: admin })).body.items).toEqual([])
    const deleted = await server.call(contract.listAgents, { as: admin, query: { deleted: 'true' } })
    expect(deleted.body.items).toMatchObject([
      { id: agent.id, availableNow: false, can: { edit: false, delete: false } },
    ])
    const { body: calls } = await server.call(listCalls, { as: admin, query: { agentId: agent.id } })
    expect(calls.items[0]!.agent).toMatchObject({ name: 'Nova' })
    expect((await server.call(contract.restoreAgent, as)).body).toMatchObject({
      name: 'Nova',
      deletedAt: null,
    })
    expect((await server.call(contract.restoreAgent, as)).status).toBe(404)
  })

  it('is refused while the agent is on a call', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const { body: agent } = await create(admin)
    await addCall(workspaceId, agent.id, { lifecycle: 'ringing' })
    const { status, body } = await server.call(contract.deleteAgent, { as: admin, params: { id: agent.id } })
    expect(status).toBe(409)
    expect(body.message).toContain('Nova is on a call')
  })

  it('cannot be undone when the colleague is another agent meanwhile', async () => {
    const { admin } = await addWorkspace()
    const asAgent = { kind: 'human', userId: admin.id } as const
    const { body: first } = await create(admin, asAgent)
    await server.call(contract.deleteAgent, { as: admin, params: { id: first.id } })
    await create(admin, asAgent)
    expect((await server.call(contract.restoreAgent, { as: admin, params: { id: first.id } })).status).toBe(
      409,
    )
  })
})

describe('an agent', () => {
  it('can be restored, and is listed among the deleted, for 30 days', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const id = await addAgent(workspaceId, 'Gone')
    const after = async (days: number) => {
      await server.db
        .updateTable('agents')
        .set({ deleted_at: sql`now() - make_interval(days => ${days})` })
        .where('id', '=', id)
        .execute()
      const { body } = await server.call(contract.listAgents, { as: admin, query: { deleted: 'true' } })
      const { status } = await server.call(contract.restoreAgent, { as: admin, params: { id } })
      return [body.items.length, status]
    }
    expect([await after(31), await after(29)]).toEqual([
      [0, 404],
      [1, 200],
    ])
  })

  it('works on positions that exist, and keeps those that its editor does not see', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const manager = await server.addUser(workspaceId, 'hiring_manager')
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['agents:write', 'agents:read'] })
      .where('id', '=', manager.id)
      .execute()
    const [hidden, own] = [
      await addPosition(server.db, workspaceId),
      await addPosition(server.db, workspaceId, { hiringManagerId: manager.id }),
    ]
    const id = await addAgent(workspaceId, 'Works')
    const assign = (as: TestUser, positionIds: string[]) =>
      server.call(contract.updateAgent, { as, params: { id }, body: { positionIds } })
    expect((await assign(admin, [newId()])).status).toBe(422)
    expect((await assign(admin, [hidden.id])).status).toBe(200)
    expect((await assign(manager, [hidden.id])).status).toBe(422)
    expect((await assign(manager, [own.id])).body.positionCount).toBe(1)
    const { body } = await server.call(contract.getAgent, { as: admin, params: { id } })
    expect(body.positions.map((position) => position.id).sort()).toEqual([hidden.id, own.id].sort())
  })

  it('is not put on a deleted position, and counts and names none that its viewer does not see', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const manager = await server.addUser(workspaceId, 'hiring_manager')
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['agents:read'] })
      .where('id', '=', manager.id)
      .execute()
    const [own, hidden, deleted] = [
      await addPosition(server.db, workspaceId, { hiringManagerId: manager.id }),
      await addPosition(server.db, workspaceId),
      await addPosition(server.db, workspaceId, { hiringManagerId: manager.id }),
    ]
    const id = await addAgent(workspaceId, 'Seen in part')
    const assign = (positionIds: string[]) =>
      server.call(contract.updateAgent, { as: admin, params: { id }, body: { positionIds } })
    expect((await assign([own.id, hidden.id, deleted.id])).status).toBe(200)
    await server.db
      .updateTable('positions')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', deleted.id)
      .execute()
    expect((await assign([own.id, deleted.id])).status).toBe(422)
    const seenBy = async (as: TestUser) => {
      const { body } = await server.call(contract.getAgent, { as, params: { id } })
      return [body.positionCount, body.positions.map((position) => position.id).sort()]
    }
    expect(await seenBy(admin)).toEqual([2, [own.id, hidden.id].sort()])
    expect(await seenBy(manager)).toEqual([1, [own.id]])
  })

  it('is free again four hours after a call whose end was never reported', async () => {
    const { workspaceId, admin } = await addWorkspace()
    const [busy, forgotten] = [await addAgent(workspaceId, 'Busy'), await addAgent(workspaceId, 'Forgotten')]
    await addCall(workspaceId, busy, { lifecycle: 'in_progress', hoursAgo: 3.9 })
    await addCall(workspaceId, forgotten, { lifecycle: 'in_progress', hoursAgo: 4.1 })
    const { body } = await server.call(contract.listAvailableAgents, { as: admin })
    expect(body.items.map(({ name }) => name)).toEqual(['Forgotten'])
  })
})
