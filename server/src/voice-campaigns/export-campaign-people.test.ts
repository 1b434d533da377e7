import { createAgent } from '@muster/contract/agents.ts'
import { closeApplication, createApplication } from '@muster/contract/applications.ts'
import * as queues from '@muster/contract/call-queues.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import type { Permission, Role } from '@muster/contract/permissions.ts'
import * as contract from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { evictSessions } from '../session/authenticate.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import {
  type Fate,
  type PhoneNetwork,
  phoneNetworkKeys,
  startPhoneNetwork,
} from '../testing/phone-network-peer.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { placeCalls } from './place-calls.ts'

let network: PhoneNetwork
let server: TestServer
let workspaceId: string
let owner: TestUser
let position: TestPosition
let campaign: { id: string }
let queueId: string
let agentId: string

beforeAll(async () => {
  network = await startPhoneNetwork()
  server = await startTestServer({
    config: { voiceApiUrls: network.urls, voiceSecrets: { retell: phoneNetworkKeys.retell } },
  })
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner')
  await server.call(contract.setVoiceAccount, {
    as: owner,
    params: { provider: 'retell' },
    body: { apiKey: phoneNetworkKeys.retell, accountId: null },
  })
  const { body: agent } = await server.call(createAgent, {
    as: owner,
    body: {
      name: 'Nova',
      kind: 'voice',
      provider: 'retell',
      providerAgentId: 'agent-1',
      phone: '+4930901820001',
      capacity: 50,
    },
  })
  agentId = agent.id
})

beforeEach(async () => {
  await server.db.updateTable('voice_campaigns').set({ state: 'ended' }).execute()
  network.calls.length = 0
  position = await addPosition(server.db, workspaceId)
  const { body: queue } = await server.call(queues.createCallQueue, {
    as: owner,
    body: { name: position.id, filters: { positionId: position.id }, ...longestHours },
  })
  queueId = queue.id
  const { status, body } = await server.call(contract.createVoiceCampaign, {
    as: owner,
    body: { name: position.id, queueId, agentId, maxConcurrent: 50, onlyWithConsent: false },
  })
  expect(status).toBe(201)
  campaign = body
})

afterAll(async () => {
  await server?.stop()
  await network?.stop()
})

type Query = CallOf<typeof contract.exportCampaignPeople>['query']

async function fetchExport(query: Query = {}, as = owner, language = 'en'): Promise<Response> {
  return fetch(server.url + addressOf(contract.exportCampaignPeople, { id: campaign.id }, query), {
    headers: { authorization: `Bearer ${as.accessToken}`, 'accept-language': language },
  })
}

async function exported(query: Query = {}, as = owner): Promise<Record<string, string>[]> {
  const answer = await fetchExport(query, as)
  expect(answer.status).toBe(200)
  const [headers, ...rows] = (await answer.text())
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(headers!.map((header, index) => [header, cells[index]!])))
}

async function addPerson(name: string, phone: string | null = phoneWhere('day'), ownerId?: string) {
  const { status, body } = await server.call(createApplication, {
    as: owner,
    body: { positionId: position.id, candidate: { name, phone }, ownerId: ownerId ?? null },
  })
  expect(status).toBe(201)
  return body
}

/** Calls everyone who is ready, and reports what became of each call by the name of the person. */
async function callEverybody(fates: Record<string, Fate>) {
  await server.call(contract.startVoiceCampaign, { as: owner, params: { id: campaign.id } })
  await placeCalls(server.services)
  const { rows } = await sql<{ id: string; name: string }>`
    select id, candidate_name as name from applications where position_id = ${position.id}
  `.execute(server.db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  for (const call of network.calls) {
    const fate = fates[names.get(call.metadata.application_id!)!]
    if (fate) expect(await network.report(server.url, call, fate)).toBe(200)
  }
  await server.db.deleteFrom('call_claims').execute()
}

async function addUserWith(role: Role, granted: Permission[], revoked: Permission[] = []) {
  const user = await server.addUser(workspaceId, role)
  await server.db
    .updateTable('users')
    .set({ granted_permissions: granted, revoked_permissions: revoked })
    .where('id', '=', user.id)
    .execute()
  evictSessions(server.db)
  return user
}

const factsOf = (rows: readonly Record<string, string>[]) =>
  rows
    .map((row) => [row.Candidate, row.Result, row.Calls, row['Last call result'], row.Outcome, row.State])
    .toSorted()

describe('exportCampaignPeople', () => {
  it('has everyone whom the campaign called or would call once, in one result', async () => {
    await addPerson('Quentin Qualified')
    await addPerson('Mona Mailbox')
    await addPerson('Adam Away')
    await addPerson('Carla Calling')
    await addPerson('Nina Night', phoneWhere('night'))
    await addPerson('Nora Nophone', null)
    await callEverybody({
      'Quentin Qualified': 'qualified',
      'Mona Mailbox': 'voicemail',
      'Adam Away': 'no_answer',
    })
    expect(factsOf(await exported())).toEqual([
      ['Adam Away', 'Not reached', '1', 'No answer', '', 'Waiting'],
      ['Carla Calling', 'Being called now', '0', '', '', 'Waiting'],
      ['Mona Mailbox', 'Mailbox or menu', '1', 'Voicemail', '', 'Waiting'],
      ['Nina Night', 'Not called', '0', '', '', 'Waiting'],
      ['Nora Nophone', 'Not called', '0', '', '', 'Blocked'],
      ['Quentin Qualified', 'Spoken with', '1', 'Conversation', 'Qualified', 'Blocked'],
    ])
  })

  it('adds up to the calls, the seconds and the costs of the campaign', async () => {
    for (const name of ['Ana', 'Ben', 'Cleo']) await addPerson(name)
    await callEverybody({ Ana: 'qualified', Ben: 'no_answer', Cleo: 'voicemail' })
    const { body } = await server.call(contract.getVoiceCampaign, {
      as: owner,
      params: { id: campaign.id },
    })
    const rows = await exported()
    const sum = (header: string) => rows.reduce((total, row) => total + Number(row[header]), 0)
    expect([sum('Calls'), sum('Seconds')]).toEqual([body.total.placed, body.total.seconds])
    expect(Math.round(sum('Cost') * 100)).toBe(body.total.costs[0]!.minor)
    expect(new Set(rows.map(({ Currency }) => Currency))).toEqual(new Set(['USD']))
    expect(rows[0]!.Cost).toBe('0.12')
  })

  it('names the first and the last call of each with its result, and begins with the latest', async () => {
    const ben = await addPerson('Ben')
    const ana = await addPerson('Ana')
    await callEverybody({ Ana: 'voicemail', Ben: 'no_answer' })
    await sql`update calls set started_at = started_at - interval '1 hour' where application_id = ${ben.id}`.execute(
      server.db,
    )
    await sql`
      insert into calls (workspace_id, id, application_id, candidate_id, agent_id, campaign_id, direction, lifecycle,
        started_at, end_reason, provider_call_id)
      select workspace_id, gen_random_uuid(), application_id, candidate_id, agent_id, campaign_id, direction, lifecycle,
        started_at - interval '2 days', 'busy', provider_call_id || ' before'
      from calls where application_id = ${ana.id}
    `.execute(server.db)
    const rows = await exported()
    expect(rows.map(({ Candidate, Calls }) => [Candidate, Calls])).toEqual([
      ['Ana', '2'],
      ['Ben', '1'],
    ])
    const [first] = rows
    expect(first!['Last call result']).toBe('Voicemail')
    const days = Date.parse(first!['Last call']!) - Date.parse(first!['First call']!)
    expect(days).toBe(2 * 86_400_000)
    expect(rows[1]!['First call']).toBe(rows[1]!['Last call'])
  })

  it('keeps each currency of a person, that of the limit first', async () => {
    const { id } = await addPerson('Ana')
    await callEverybody({ Ana: 'no_answer' })
    await server.db
      .updateTable('calls')
      .set({ cost_minor: 250, currency: 'EUR' })
      .where('application_id', '=', id)
      .execute()
    await sql`
      insert into calls (workspace_id, id, application_id, candidate_id, agent_id, campaign_id, direction, lifecycle, started_at, cost_minor, currency)
      select workspace_id, gen_random_uuid(), application_id, candidate_id, agent_id, campaign_id, direction, 'busy',
        started_at - interval '1 day', cost.minor, cost.currency
      from calls, (values (7, 'JPY'), (30, 'CHF')) as cost (minor, currency) where application_id = ${id}
    `.execute(server.db)
    const costs = async () =>
      (await exported({ columns: 'cost,currency,otherCosts' })).map((row) => Object.values(row))
    expect(await costs()).toEqual([['0.3', 'CHF', expect.any(String)]])
    await server.call(contract.updateVoiceCampaign, {
      as: owner,
      params: { id: campaign.id },
      body: { costPerDay: { minor: 100, currency: 'JPY' } },
    })
    expect(await costs()).toEqual([['7', 'JPY', expect.stringContaining('0.30')]])
  })

  it('keeps people who left the queue, and has none but them once the queue is deleted', async () => {
    const { id } = await addPerson('Ana')
    await addPerson('Nora Nophone', null)
    await callEverybody({ Ana: 'no_answer' })
    const closed = await server.call(closeApplication, {
      as: owner,
      params: { id },
      body: { disposition: 'withdrawn' },
    })
    expect(closed.status).toBe(200)
    const states = async () =>
      (await exported()).map((row) => [row.Candidate, row.State, row.Reason]).toSorted()
    expect(await states()).toEqual([
      ['Ana', 'No longer in the queue', ''],
      ['Nora Nophone', 'Blocked', 'No phone number'],
    ])
    await server.call(queues.deleteCallQueue, { as: owner, params: { id: queueId } })
    expect(await states()).toEqual([['Ana', 'No longer in the queue', '']])
  })

  it('has no people of other campaigns of the same queue as called', async () => {
    await addPerson('Ana')
    await callEverybody({ Ana: 'qualified' })
    const { body } = await server.call(contract.createVoiceCampaign, {
      as: owner,
      body: { name: `${position.id} 2`, queueId, agentId, onlyWithConsent: true },
    })
    campaign = body
    expect(factsOf(await exported())).toEqual([['Ana', 'Not called', '0', '', '', 'Blocked']])
    expect((await exported())[0]).toMatchObject({ Reason: 'No consent recorded', Cost: '', Seconds: '0' })
  })

  it('has only people whom the reader may see, and no contact data for those who may not export them', async () => {
    const coordinator = await addUserWith('coordinator', ['applications:export', 'voice-campaigns:run'])
    await addPerson('Ana')
    await addPerson('Olaf Own', phoneWhere('day'), coordinator.id)
    await callEverybody({ Ana: 'no_answer', 'Olaf Own': 'no_answer' })
    const rows = await exported({}, coordinator)
    expect(rows.map(({ Candidate }) => Candidate)).toEqual(['Olaf Own'])
    expect(Object.keys(rows[0]!)).not.toContain('Phone')
    expect(Object.keys((await exported())[0]!)).toContain('Phone')
  })

  it('is refused without the right to campaigns, calls or exports, and does not exist elsewhere', async () => {
    const statusFor = async (user: TestUser) => (await fetchExport({}, user)).status
    expect(await statusFor(await addUserWith('recruiter', []))).toBe(403)
    expect(await statusFor(await addUserWith('admin', [], ['calls:read']))).toBe(403)
    expect(await statusFor(await addUserWith('admin', [], ['applications:export']))).toBe(403)
    expect(await statusFor(await addUserWith('admin', []))).toBe(200)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect(await statusFor(stranger)).toBe(404)
  })
})
