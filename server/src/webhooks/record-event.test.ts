import { createHash } from 'node:crypto'
import { createCallQueue } from '@muster/contract/call-queues.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import { eraseCalls } from '../privacy/erase-candidates.ts'
import { longestHours } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import type { StoredEvent } from './read-event.ts'
import { recordEvent } from './record-event.ts'
import { addApplication } from './testing/add-application.ts'
import { installationSecrets } from './testing/send-report.ts'

let server: TestServer
let victim: TestUser
let signer: TestUser
let callId: string

beforeAll(async () => {
  server = await startTestServer({ config: { voiceSecrets: installationSecrets } })
})

beforeEach(async () => {
  victim = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  signer = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  callId = `call-${newId()}`
})

afterAll(() => server?.stop())

let made = 0

function eventOf(body: object, query: Record<string, unknown> = {}): StoredEvent {
  made += 1
  const said = { callId, summary: `Number ${made}`, ...body }
  return {
    sha256: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
    receivedAt: new Date(Date.UTC(2026, 0, 5, 10, 0, made)).toISOString(),
    query,
    body: said,
  }
}

const record = (event: StoredEvent, signedBy: string | null = null) =>
  writeTransaction(server.db, (tx) => recordEvent(tx, 'generic', event, signedBy))

const calls = () =>
  server.db
    .selectFrom('calls')
    .where('provider_call_id', '=', callId)
    .select(['workspace_id', 'id', 'application_id', 'begun_with', 'raw', 'end_reason'])
    .execute()

const withWorkspace = ({ workspaceId }: TestUser) => ({ workspace: workspaceId })

describe('a report signed with a workspace’s own secret', () => {
  it('is recorded there, whichever workspace and application it names', async () => {
    const { id: applicationId } = await addApplication(server, victim)
    const names = { metadata: { applicationId, workspaceId: victim.workspaceId } }
    expect((await record(eventOf(names), signer.workspaceId)).result).toBe('recorded')
    expect(await calls()).toMatchObject([
      { workspace_id: signer.workspaceId, application_id: null, begun_with: 'workspace' },
    ])
  })

  it('is recorded there even if the call began elsewhere under the installation’s secret', async () => {
    await record(eventOf({ metadata: { workspaceId: victim.workspaceId } }))
    await record(eventOf({ endReason: 'busy' }), signer.workspaceId)
    const all = await calls()
    expect(all.find((one) => one.workspace_id === victim.workspaceId)?.raw).toHaveLength(1)
    expect(all.find((one) => one.workspace_id === signer.workspaceId)?.raw).toHaveLength(1)
  })
})

describe('a report that comes twice', () => {
  it('is recorded once', async () => {
    const event = eventOf({}, withWorkspace(victim))
    const first = await record(event)
    expect(await record(event)).toEqual(first)
    expect((await calls()).map(({ raw }) => (raw as unknown[]).length)).toEqual([1])
  })

  it('is recorded once even if it arrived before its call was known', async () => {
    const early = eventOf({})
    expect((await record(early)).result).toBe('unclaimed')
    await record(eventOf({ metadata: { workspaceId: victim.workspaceId } }))
    await record(early)
    expect((await calls()).map(({ raw }) => (raw as unknown[]).length)).toEqual([2])
  })

  it('is recorded once even if an unclaimed copy exists', async () => {
    const { id: applicationId } = await addApplication(server, victim)
    const body = { callId, summary: 'The same', metadata: { applicationId } }
    const event: StoredEvent = { ...eventOf({}), body, sha256: 'a'.repeat(64) }
    await server.db
      .insertInto('unclaimed_voice_events')
      .values({
        id: newId(),
        provider: 'generic',
        provider_call_id: callId,
        sha256: event.sha256,
        event: JSON.stringify(event),
      })
      .execute()
    await record(event)
    expect((await calls()).map(({ raw }) => (raw as unknown[]).length)).toEqual([1])
  })
})

describe('a late report', () => {
  it('of an erased call brings none of its contents back', async () => {
    const { callId: id } = await record(eventOf({}, withWorkspace(victim)))
    await writeTransaction(server.db, (tx) => eraseCalls(tx, victim.workspaceId, [id!]))
    await record(eventOf({ summary: 'She said her name' }))
    const row = await server.db
      .selectFrom('calls')
      .where('id', '=', id!)
      .select(['summary', 'raw'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ summary: null, raw: null })
  })

  it('leaves a call with its application, though the number is somebody else’s by now', async () => {
    const first = await addApplication(server, victim)
    await record(eventOf({ metadata: { applicationId: first.id } }))
    await addApplication(server, victim, { phone: '+13125550142' })
    await record(eventOf({ endReason: 'busy', to: '+13125550142', direction: 'outbound' }))
    expect(await calls()).toMatchObject([{ application_id: first.id }])
  })
})

describe('a sender that never stops', () => {
  it('adds at most 200 reports to a call, and still gets a success response', async () => {
    const { callId: id } = await record(eventOf({}, withWorkspace(victim)))
    const many = Array.from({ length: 199 }, () => eventOf({}))
    await server.db
      .updateTable('calls')
      .set({ raw: JSON.stringify(many) })
      .where('id', '=', id)
      .execute()
    await record(eventOf({}, withWorkspace(victim)))
    expect((await calls())[0]!.raw).toHaveLength(200)
    expect(await record(eventOf({ endReason: 'busy' }, withWorkspace(victim)))).toEqual({
      result: 'recorded',
      callId: id,
    })
    expect((await calls())[0]!.raw).toHaveLength(200)
  })
})

describe('reports of calls with the same id', () => {
  it('of two providers are two calls', async () => {
    await record(eventOf({}, withWorkspace(victim)))
    const vapi: StoredEvent = {
      ...eventOf({}, withWorkspace(victim)),
      body: { message: { type: 'status-update', status: 'in-progress', call: { id: callId } } },
    }
    await writeTransaction(server.db, (tx) => recordEvent(tx, 'vapi', vapi, null))
    expect(await calls()).toHaveLength(2)
  })

  it('of two providers do not lead to one workspace', async () => {
    await record(eventOf({}, withWorkspace(victim)))
    const vapi: StoredEvent = {
      ...eventOf({}),
      body: { message: { type: 'status-update', status: 'in-progress', call: { id: callId } } },
    }
    const recorded = await writeTransaction(server.db, (tx) => recordEvent(tx, 'vapi', vapi, null))
    expect(recorded.result).toBe('unclaimed')
    expect(await calls()).toHaveLength(1)
  })

  it('of two providers do not claim each other’s early reports', async () => {
    expect((await record(eventOf({}))).result).toBe('unclaimed')
    const vapi: StoredEvent = {
      ...eventOf({}, withWorkspace(victim)),
      body: { message: { type: 'status-update', status: 'in-progress', call: { id: callId } } },
    }
    await writeTransaction(server.db, (tx) => recordEvent(tx, 'vapi', vapi, null))
    expect((await calls()).map(({ raw }) => (raw as unknown[]).length)).toEqual([1])
  })

  it('of two workspaces are two calls', async () => {
    await record(eventOf({}, withWorkspace(victim)))
    await record(eventOf({}, withWorkspace(signer)))
    expect((await calls()).map((one) => one.workspace_id).sort()).toEqual(
      [victim.workspaceId, signer.workspaceId].sort(),
    )
  })
})

describe('an unclaimed report', () => {
  it('leaves the operator’s list once its call is known', async () => {
    await record(eventOf({}))
    await record(eventOf({ metadata: { workspaceId: victim.workspaceId } }))
    const left = await server.db
      .selectFrom('unclaimed_voice_events')
      .where('provider_call_id', '=', callId)
      .select('id')
      .execute()
    expect(left).toEqual([])
  })

  it('that names another workspace stays on the operator’s list', async () => {
    const { id: applicationId } = await addApplication(server, victim)
    const foreign = eventOf({ metadata: { applicationId } })
    await server.db
      .insertInto('unclaimed_voice_events')
      .values({
        id: newId(),
        provider: 'generic',
        provider_call_id: callId,
        sha256: foreign.sha256,
        event: JSON.stringify(foreign),
      })
      .execute()
    await record(eventOf({}, withWorkspace(signer)))
    expect((await calls()).map(({ raw }) => (raw as unknown[]).length)).toEqual([1])
  })

  it('has no call id if it names none', async () => {
    const nameless: StoredEvent = { ...eventOf({}), body: { summary: 'Of no call' } }
    expect(await record(nameless, victim.workspaceId)).toEqual({ result: 'unclaimed', callId: null })
  })
})

describe('a report without a workspace', () => {
  const claimedAgent = async (provider: string, agentId: string) => {
    await server.db
      .insertInto('provider_agent_claims')
      .values({ provider, provider_agent_id: agentId, workspace_id: victim.workspaceId })
      .execute()
  }

  it('belongs to nobody if its agent is one of another provider', async () => {
    const agentId = newId()
    await claimedAgent('vapi', agentId)
    expect((await record(eventOf({ agentId }))).result).toBe('unclaimed')
  })

  it('is not completed by an earlier one whose URL named a workspace', async () => {
    const agentId = newId()
    await claimedAgent('generic', agentId)
    expect((await record(eventOf({ agentId }, { workspace: newId() }))).result).toBe('unclaimed')
    expect((await record(eventOf({}))).result).toBe('unclaimed')
    expect(await calls()).toEqual([])
  })
})

describe('a report that names a call of a voice campaign', () => {
  async function addCampaign() {
    const { workspaceId, id: created_by } = victim
    const [id, agentId] = [newId(), newId()]
    const agent = { workspace_id: workspaceId, id: agentId, name: 'Nova', kind: 'voice' }
    await server.db.insertInto('agents').values(agent).execute()
    const { body: queue } = await server.call(createCallQueue, {
      as: victim,
      body: { name: `Queue ${id}`, filters: {}, ...longestHours },
    })
    await server.db
      .insertInto('voice_campaigns')
      .values({
        ...{ workspace_id: workspaceId, id, name: 'Campaign', queue_id: queue.id, agent_id: agentId },
        ...{ created_by, currency: 'EUR', max_concurrent: 1, only_with_consent: true },
      })
      .execute()
    return id
  }

  /** Stores a call as a voice campaign places it, before its provider has answered. */
  async function placed(more: { provider?: string; provider_call_id?: string; ofCampaign?: boolean } = {}) {
    const { ofCampaign = true, ...columns } = more
    const { id: applicationId } = await addApplication(server, victim)
    const id = newId()
    const { workspaceId } = victim
    const campaignId = ofCampaign ? await addCampaign() : null
    await server.db
      .insertInto('calls')
      .values({
        ...{ workspace_id: workspaceId, id, application_id: applicationId, direction: 'outbound' },
        ...{ lifecycle: 'in_progress', begun_with: 'installation', provider: 'generic' },
        ...{ started_at: new Date().toISOString(), campaign_id: campaignId },
        ...columns,
      })
      .execute()
    return id
  }
  const idsOf = async (id: string) => {
    await record(eventOf({ metadata: { muster_call_id: id } }, withWorkspace(victim)))
    return (await calls()).map((call) => call.id)
  }

  it('becomes that call', async () => {
    const id = await placed()
    expect(await idsOf(id)).toEqual([id])
  })

  it.each([
    ['has the id of another call already', { provider_call_id: 'another' }],
    ['is of another provider', { provider: 'retell' }],
    ['no campaign placed', { ofCampaign: false }],
  ])('becomes another one if that %s', async (_, more) => {
    const id = await placed(more)
    const found = await idsOf(id)
    expect(found).toHaveLength(1)
    expect(found).not.toContain(id)
  })
})
