import { createAgent, deleteAgent, updateAgent } from '@muster/contract/agents.ts'
import { createApplication, getApplication } from '@muster/contract/applications.ts'
import * as queues from '@muster/contract/call-queues.ts'
import { createCallingHours, deleteCallingHours } from '@muster/contract/calling-hours.ts'
import { listCalls, logCall } from '@muster/contract/calls.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { updateUser } from '@muster/contract/manage-users.ts'
import * as contract from '@muster/contract/voice-campaigns.ts'
import { type CallingProvider, callingProviders } from '@muster/contract/voice-campaigns.ts'
import { updateWorkspace } from '@muster/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dialingCodes } from '../calling-hours/dialing-codes.ts'
import { clockIn } from '../calls/clock-in.ts'
import { newId } from '../database/new-id.ts'
import { cleanUp } from '../jobs/clean-up.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import {
  type PhoneNetwork,
  phoneNetworkKeys,
  startPhoneNetwork,
  twilioAccount,
} from '../testing/phone-network-peer.ts'
import { longestHours, phoneWhere } from '../testing/phone-where.ts'
import { startTestServer, type TestServer, type TestUser, voiceSecret } from '../testing/test-server.ts'
import { endLostCalls } from './end-lost-calls.ts'
import { placeCalls } from './place-calls.ts'

let network: PhoneNetwork
let server: TestServer
let workspaceId: string
let owner: TestUser
let recruiter: TestUser
let stranger: TestUser
let position: TestPosition

beforeAll(async () => {
  network = await startPhoneNetwork()
  server = await startTestServer({
    config: {
      voiceApiUrls: network.urls,
      voiceSecrets: {
        vapi: voiceSecret,
        retell: phoneNetworkKeys.retell,
        twilio: phoneNetworkKeys.twilio,
      },
    },
  })
  workspaceId = (await server.addWorkspace()).workspaceId
  owner = await server.addUser(workspaceId, 'owner', { name: 'Olga Owner' })
  recruiter = await server.addUser(workspaceId, 'recruiter')
  stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  for (const provider of callingProviders) await setAccount(provider)
})

beforeEach(async () => {
  position = await addPosition(server.db, workspaceId)
})

afterEach(async () => {
  network.refuse = () => null
  network.calls.length = 0
  await server.db.updateTable('voice_campaigns').set({ state: 'ended' }).execute()
})

afterAll(async () => {
  await server?.stop()
  await network?.stop()
})

function setAccount(provider: CallingProvider, apiKey: string | null = phoneNetworkKeys[provider]) {
  const accountId = provider === 'twilio' && apiKey !== null ? twilioAccount : null
  return server.call(contract.setVoiceAccount, {
    as: owner,
    params: { provider },
    body: { apiKey, accountId },
  })
}

let numbers = 0

async function addAgent(provider: CallingProvider = 'retell', capacity = 20) {
  numbers += 1
  const phone = `+4930901820${String(numbers).padStart(3, '0')}`
  network.numbers.add(phone)
  const { status, body } = await server.call(createAgent, {
    as: owner,
    body: {
      name: `Nova ${numbers}`,
      kind: 'voice',
      provider,
      providerAgentId: `agent-${numbers}`,
      phone,
      capacity,
    },
  })
  expect(status).toBe(201)
  return body
}

async function addQueue(more: Partial<CallOf<typeof queues.createCallQueue>['body']> = {}) {
  numbers += 1
  const { status, body } = await server.call(queues.createCallQueue, {
    as: owner,
    body: {
      name: `Queue ${numbers}`,
      filters: { positionId: position.id },
      ...longestHours,
      ...more,
    },
  })
  expect(status).toBe(201)
  return body
}

type CampaignInput = Partial<CallOf<typeof contract.createVoiceCampaign>['body']>

async function addCampaign({ provider, ...more }: CampaignInput & { provider?: CallingProvider } = {}) {
  numbers += 1
  const { status, body } = await server.call(contract.createVoiceCampaign, {
    as: owner,
    body: {
      name: `Campaign ${numbers}`,
      queueId: more.queueId ?? (await addQueue()).id,
      agentId: more.agentId ?? (await addAgent(provider)).id,
      onlyWithConsent: false,
      ...more,
    },
  })
  expect(status).toBe(201)
  return body
}

async function addPerson({ phone = phoneWhere('day'), consent = 'unknown' as 'unknown' | 'given' } = {}) {
  const { status, body } = await server.call(createApplication, {
    as: owner,
    body: { positionId: position.id, candidate: { name: 'Petra Person', phone, consent }, ownerId: null },
  })
  expect(status).toBe(201)
  return body
}

const start = (id: string, as = owner) => server.call(contract.startVoiceCampaign, { as, params: { id } })

async function read(id: string) {
  const { status, body } = await server.call(contract.getVoiceCampaign, { as: owner, params: { id } })
  expect(status).toBe(200)
  return body
}

/** A running campaign of one person, whose call is placed. */
async function placeOne(input: Parameters<typeof addCampaign>[0] = {}) {
  const person = await addPerson()
  const campaign = await addCampaign(input)
  expect((await start(campaign.id)).status).toBe(200)
  await placeCalls(server.services)
  return { person, campaign, call: network.calls.at(-1)! }
}

const round = () => placeCalls(server.services)

async function callsOf(applicationId: string) {
  const { body } = await server.call(listCalls, { as: owner, query: { applicationId } })
  return body.items
}

/** Lets a delayed campaign go on. */
const passDelay = () => server.db.updateTable('voice_campaigns').set({ next_at: sql`now()` }).execute()

describe.each(callingProviders)('a campaign of an agent of %s', (provider) => {
  it('calls a person from the number of the agent and follows the reports', async () => {
    const { person, campaign, call } = await placeOne({ provider })
    expect(network.calls).toHaveLength(1)
    expect(call).toMatchObject({
      provider,
      to: person.candidate.phone,
      metadata: { workspace_id: workspaceId, application_id: person.id },
    })
    expect((await callsOf(person.id))[0]).toMatchObject({
      lifecycle: 'queued',
      provider,
      providerCallId: call.id,
    })
    expect(await network.report(server.url, call, 'started')).toBe(200)
    expect((await callsOf(person.id))[0]).toMatchObject({ lifecycle: 'in_progress' })
    expect(await network.report(server.url, call, 'no_answer')).toBe(200)
    expect(await callsOf(person.id)).toMatchObject([
      { lifecycle: 'no_answer', agent: { id: campaign.agent.id } },
    ])
    expect(await read(campaign.id)).toMatchObject({
      state: 'running',
      activeCalls: 0,
      today: { placed: 1, answered: 0, spokenWith: 0 },
      total: { placed: 1 },
    })
  })

  it('pauses with the words of the provider if its key is wrong', async () => {
    await setAccount(provider, 'a wrong key')
    const { person, campaign } = await placeOne({ provider })
    await setAccount(provider)
    expect(network.calls).toEqual([])
    expect(await read(campaign.id)).toMatchObject({
      state: 'paused',
      pauseReason: 'provider_refused',
      pauseDetail: expect.stringContaining('401'),
    })
    expect(await callsOf(person.id)).toMatchObject([{ lifecycle: 'canceled' }])
  })
})

describe('a running campaign', () => {
  it('counts conversations, outcomes, minutes and costs from the reports', async () => {
    const { campaign, call } = await placeOne()
    await network.report(server.url, call, 'qualified')
    expect((await read(campaign.id)).today).toEqual({
      placed: 1,
      answered: 1,
      spokenWith: 1,
      qualified: 1,
      seconds: 30,
      costs: [{ minor: 12, currency: 'USD' }],
    })
  })

  it('never has more calls at once than it may', async () => {
    for (let count = 0; count < 4; count += 1) await addPerson()
    const campaign = await addCampaign({ maxConcurrent: 2 })
    await start(campaign.id)
    await round()
    await round()
    expect(network.calls).toHaveLength(2)
    expect(await read(campaign.id)).toMatchObject({ activeCalls: 2, waits: 'calls_at_limit' })
    await network.report(server.url, network.calls[0]!, 'no_answer')
    await round()
    expect(network.calls).toHaveLength(3)
  })

  it('leaves the capacity of an agent to another campaign that called first', async () => {
    for (let count = 0; count < 4; count += 1) await addPerson()
    const agent = await addAgent('retell', 3)
    const [first, second] = [
      await addCampaign({ agentId: agent.id, maxConcurrent: 2 }),
      await addCampaign({ agentId: agent.id, maxConcurrent: 3 }),
    ]
    await start(first.id)
    await round()
    await start(second.id)
    await round()
    expect(network.calls).toHaveLength(3)
    expect((await read(second.id)).waits).toBe('calls_at_limit')
  })

  it('keeps calls of the agent free, and is refused when none would be left', async () => {
    for (let count = 0; count < 4; count += 1) await addPerson()
    const agent = await addAgent('retell', 3)
    const campaign = await addCampaign({ agentId: agent.id, maxConcurrent: 3, keptFree: 1 })
    await start(campaign.id)
    await round()
    await round()
    expect(network.calls).toHaveLength(2)
    expect(await read(campaign.id)).toMatchObject({ activeCalls: 2, keptFree: 1, waits: 'calls_at_limit' })
    const change = (body: { keptFree?: number; agentId?: string; name?: string }) =>
      server.call(contract.updateVoiceCampaign, { as: owner, params: { id: campaign.id }, body })
    const small = await addAgent('retell', 1)
    for (const body of [{ keptFree: 3 }, { agentId: small.id }]) {
      const { status, body: refused } = await change(body)
      expect([status, (refused as { details?: object }).details]).toMatchObject([
        422,
        { keptFree: [expect.stringContaining('Keep fewer of them free')] },
      ])
    }
    expect((await change({ keptFree: 0 })).status).toBe(200)
    await round()
    expect(network.calls).toHaveLength(3)
  })

  it('can be renamed after the capacity of its agent fell to what it keeps free', async () => {
    const agent = await addAgent('retell', 2)
    const { id } = await addCampaign({ agentId: agent.id, keptFree: 1 })
    await server.db.updateTable('agents').set({ capacity: 1 }).where('id', '=', agent.id).execute()
    const { status, body } = await server.call(contract.updateVoiceCampaign, {
      as: owner,
      params: { id },
      body: { name: `Renamed ${id}` },
    })
    expect([status, body.keptFree]).toEqual([200, 1])
  })

  it('shares the capacity of an agent with another campaign when two nodes choose at once', async () => {
    for (let count = 0; count < 8; count += 1) await addPerson()
    const agent = await addAgent('retell', 3)
    for (let count = 0; count < 2; count += 1)
      await start((await addCampaign({ agentId: agent.id, maxConcurrent: 3 })).id)
    await Promise.all([round(), round(), round()])
    expect(network.calls).toHaveLength(3)
  })

  it('calls nobody twice when two nodes choose at once, for two campaigns', async () => {
    for (let count = 0; count < 12; count += 1) await addPerson()
    for (let count = 0; count < 2; count += 1) await start((await addCampaign({ maxConcurrent: 20 })).id)
    await Promise.all([round(), round(), round()])
    await round()
    expect(network.calls).toHaveLength(12)
    expect(new Set(network.calls.map(({ to }) => to)).size).toBe(12)
  })

  it('does not call a person whom a user is calling', async () => {
    await addPerson()
    const queue = await addQueue()
    const claimed = await server.call(queues.claimNextCall, {
      as: recruiter,
      params: { id: queue.id },
      body: {},
    })
    expect(claimed.body.claim).not.toBeNull()
    await start((await addCampaign({ queueId: queue.id })).id)
    await round()
    expect(network.calls).toEqual([])
    await server.call(queues.releaseClaim, { as: recruiter, params: { id: queue.id } })
  })

  it('keeps a person from users while it calls them', async () => {
    const { campaign } = await placeOne()
    const claimed = await server.call(queues.claimNextCall, {
      as: recruiter,
      params: { id: campaign.queue!.id },
      body: {},
    })
    expect(claimed.body.claim).toBeNull()
  })

  it('calls nobody outside the calling hours', async () => {
    await addPerson({ phone: phoneWhere('night') })
    const campaign = await addCampaign()
    await start(campaign.id)
    await round()
    expect(network.calls).toEqual([])
    expect((await read(campaign.id)).waits).toBe('nobody_ready')
  })

  it('calls only people who gave consent, if it must', async () => {
    const [, consenting] = [await addPerson(), await addPerson({ consent: 'given' })]
    const campaign = await addCampaign({ onlyWithConsent: true })
    await start(campaign.id)
    await round()
    expect(network.calls.map(({ to }) => to)).toEqual([consenting.candidate.phone])
  })

  it('never calls again whoever asked the agent not to', async () => {
    const queue = await addQueue({ hoursBetween: 0, triesPerDay: 10 })
    const { person, call } = await placeOne({ queueId: queue.id })
    await network.report(server.url, call, 'stop')
    await server.db.deleteFrom('call_claims').execute()
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(1)
    const { body } = await server.call(getApplication, { as: owner, params: { id: person.id } })
    expect(body.candidate.doNotCall).toBe(true)
  })

  it('tries again only after the hours of the queue', async () => {
    const { person, call } = await placeOne()
    await network.report(server.url, call, 'busy')
    await server.db.deleteFrom('call_claims').execute()
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(1)
    await server.db
      .updateTable('calls')
      .set({ started_at: sql`started_at - interval '4 hours'` })
      .where('application_id', '=', person.id)
      .execute()
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(2)
  })

  it('leaves a due callback to the colleague who agreed on it', async () => {
    const person = await addPerson()
    await server.db
      .insertInto('calls')
      .values({
        workspace_id: workspaceId,
        id: newId(),
        application_id: person.id,
        candidate_id: person.candidate.id,
        lifecycle: 'completed',
        end_reason: 'human_conversation',
        outcome: 'callback',
        started_at: sql`now() - interval '1 day'`,
        logged_by: owner.id,
      })
      .execute()
    const callbackAt = (minutes: number) =>
      server.db
        .updateTable('applications')
        .set({ callback_at: sql`now() - make_interval(mins => ${minutes}::integer)` })
        .where('id', '=', person.id)
        .execute()
    await callbackAt(1)
    await start((await addCampaign()).id)
    await round()
    expect(network.calls).toEqual([])
    await callbackAt(16)
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(1)
  })

  it('calls back at once whoever agreed on it with no colleague', async () => {
    const person = await addPerson()
    await server.db
      .updateTable('applications')
      .set({ callback_at: sql`now() - interval '1 minute'` })
      .where('id', '=', person.id)
      .execute()
    await start((await addCampaign()).id)
    await round()
    expect(network.calls).toHaveLength(1)
  })

  it('calls people who applied after it started', async () => {
    const campaign = await addCampaign()
    await start(campaign.id)
    await round()
    expect((await read(campaign.id)).waits).toBe('nobody_ready')
    await addPerson()
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(1)
  })

  it('places no call after its minutes of the day, and none beyond its cost', async () => {
    const { campaign, call } = await placeOne({ minutesPerDay: 1 })
    await network.report(server.url, call, 'qualified')
    const seconds = (value: number) =>
      server.db
        .updateTable('calls')
        .set({ duration_seconds: value })
        .where('campaign_id', '=', campaign.id)
        .execute()
    await addPerson()
    await seconds(60)
    expect((await read(campaign.id)).waits).toBe('minutes_used')
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(1)
    const change = (costPerDay: { minor: number; currency: string }) =>
      server.call(contract.updateVoiceCampaign, {
        as: owner,
        params: { id: campaign.id },
        body: { minutesPerDay: null, costPerDay },
      })
    await change({ minor: 12, currency: 'USD' })
    expect((await read(campaign.id)).waits).toBe('cost_used')
    await round()
    expect(network.calls).toHaveLength(1)
    await change({ minor: 13, currency: 'USD' })
    await round()
    expect(network.calls).toHaveLength(2)
  })

  it('counts the limits of a day from midnight in the workspace', async () => {
    const { campaign, call } = await placeOne({ minutesPerDay: 1 })
    await network.report(server.url, call, 'qualified')
    await server.db
      .updateTable('calls')
      .set({ duration_seconds: 600, started_at: sql`now() - interval '25 hours'` })
      .where('campaign_id', '=', campaign.id)
      .execute()
    expect(await read(campaign.id)).toMatchObject({ today: { seconds: 0 }, total: { seconds: 600 } })
  })

  it.each([
    ['paused', { status: 'offline' as const }, 'agent_paused'],
    ['outside its hours', { hours: [] }, 'agent_outside_hours'],
  ])('waits while its agent is %s', async (_, change, waits) => {
    await addPerson()
    const campaign = await addCampaign()
    await start(campaign.id)
    const changed = await server.call(updateAgent, {
      as: owner,
      params: { id: campaign.agent.id },
      body: change,
    })
    expect(changed.status).toBe(200)
    await round()
    expect(network.calls).toEqual([])
    expect((await read(campaign.id)).waits).toBe(waits)
  })

  it('pauses when whoever started it loses the right', async () => {
    await addPerson()
    const admin = await server.addUser(workspaceId, 'admin')
    const campaign = await addCampaign()
    expect((await start(campaign.id, admin)).status).toBe(200)
    await server.call(updateUser, { as: owner, params: { id: admin.id }, body: { role: 'viewer' } })
    await round()
    expect(network.calls).toEqual([])
    expect(await read(campaign.id)).toMatchObject({ state: 'paused', pauseReason: 'starter_lost_access' })
  })

  it('calls in the name of whoever resumed it', async () => {
    await addPerson()
    const admin = await server.addUser(workspaceId, 'admin')
    const campaign = await addCampaign()
    await start(campaign.id, admin)
    await server.call(updateUser, { as: owner, params: { id: admin.id }, body: { role: 'viewer' } })
    await round()
    expect((await start(campaign.id)).body.startedBy?.id).toBe(owner.id)
    await round()
    expect(network.calls).toHaveLength(1)
  })

  it('counts only what calls cost in the currency of its limit', async () => {
    const { campaign, call } = await placeOne({ costPerDay: { minor: 1, currency: 'EUR' } })
    await network.report(server.url, call, 'qualified')
    await addPerson()
    await round()
    expect((await read(campaign.id)).waits).not.toBe('cost_used')
    expect(network.calls).toHaveLength(2)
  })

  it('pauses when the key of its provider is removed', async () => {
    await addPerson()
    const campaign = await addCampaign({ provider: 'vapi' })
    await start(campaign.id)
    await setAccount('vapi', null)
    await round()
    await setAccount('vapi')
    expect(await read(campaign.id)).toMatchObject({ state: 'paused', pauseReason: 'no_account' })
  })

  it('pauses if Vapi does not have the number of the agent', async () => {
    await addPerson()
    const campaign = await addCampaign({ provider: 'vapi' })
    network.numbers.clear()
    await start(campaign.id)
    await round()
    expect(await read(campaign.id)).toMatchObject({ state: 'paused', pauseReason: 'number_unknown' })
  })
})

describe('a provider that takes no call', () => {
  it('is asked again later after 429, and the person loses no try', async () => {
    network.refuse = () => ({ status: 429, headers: { 'retry-after': '120' } })
    const { person, campaign } = await placeOne()
    expect(await read(campaign.id)).toMatchObject({ state: 'running', waits: 'provider_slow' })
    const { next_at } = await server.db
      .selectFrom('voice_campaigns')
      .where('id', '=', campaign.id)
      .select('next_at')
      .executeTakeFirstOrThrow()
    expect(Date.parse(next_at) - Date.now()).toBeGreaterThan(110_000)
    network.refuse = () => null
    await round()
    expect(network.calls).toEqual([])
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(1)
    expect((await callsOf(person.id)).map(({ lifecycle }) => lifecycle).sort()).toEqual([
      'canceled',
      'queued',
    ])
    expect((await read(campaign.id)).waits).not.toBe('provider_slow')
  })

  it('pauses the campaign after five failures in a row', async () => {
    network.refuse = () => ({ status: 429, body: '{"message":"Too many calls"}' })
    const { campaign } = await placeOne()
    for (let count = 0; count < 4; count += 1) {
      expect((await read(campaign.id)).state).toBe('running')
      await passDelay()
      await round()
    }
    expect(await read(campaign.id)).toMatchObject({
      state: 'paused',
      pauseReason: 'provider_failed',
      pauseDetail: 'HTTP 429: Too many calls',
    })
  })

  it('gets one call to try after a failure, and then as many as before', async () => {
    network.refuse = () => ({ status: 429 })
    const { campaign } = await placeOne()
    for (let count = 0; count < 3; count += 1) await addPerson()
    network.refuse = () => null
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(1)
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(4)
    expect((await read(campaign.id)).state).toBe('running')
  })

  it('pauses nothing if calls were placed between the failures', async () => {
    const { campaign } = await placeOne()
    for (let count = 0; count < 6; count += 1) {
      await addPerson()
      network.refuse = () => (count % 2 === 0 ? { status: 429 } : null)
      await passDelay()
      await round()
    }
    expect((await read(campaign.id)).state).toBe('running')
    expect(
      await server.db
        .selectFrom('voice_campaigns')
        .where('id', '=', campaign.id)
        .select('failures')
        .execute(),
    ).toEqual([{ failures: 0 }])
  })

  it('counts a call whose number it refuses as a try, and goes on with the others', async () => {
    const bad = await addPerson()
    await addPerson()
    network.refuse = (call) =>
      call.to === bad.candidate.phone ? { status: 400, body: '{"message":"Invalid destination"}' } : null
    const campaign = await addCampaign()
    await start(campaign.id)
    await round()
    expect(network.calls).toHaveLength(1)
    expect(await callsOf(bad.id)).toMatchObject([
      { lifecycle: 'failed', rawEndReason: 'HTTP 400: Invalid destination' },
    ])
    await server.db.deleteFrom('call_claims').execute()
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(1)
  })

  it.each([
    ['answers 500', { status: 500 }],
    ['answers nonsense', { status: 200, body: '<html>' }],
    ['answers without an ID', { status: 200, body: '{}' }],
    ['hangs up', 'hang_up' as const],
  ])('and %s although it rang is never asked for the person again', async (_, refusal) => {
    network.refuse = () => ({ taken: refusal })
    const { person, campaign, call } = await placeOne()
    network.refuse = () => null
    await server.db.deleteFrom('call_claims').execute()
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(1)
    // The report finds the call by our own id.
    expect(await network.report(server.url, call, 'no_answer')).toBe(200)
    expect(await callsOf(person.id)).toMatchObject([{ lifecycle: 'no_answer', providerCallId: call.id }])
    expect((await read(campaign.id)).total.placed).toBe(1)
  })

  it('is not asked for the person again after an hour without a report: it may have rung', async () => {
    network.refuse = () => ({ taken: { status: 500 } })
    const { campaign } = await placeOne()
    network.refuse = () => null
    await server.db
      .updateTable('calls')
      .set({ started_at: sql`started_at - interval '90 minutes'` })
      .where('campaign_id', '=', campaign.id)
      .execute()
    await server.db.deleteFrom('call_claims').execute()
    await passDelay()
    await round()
    expect(network.calls).toHaveLength(1)
  })

  it('costs a person a try if nothing is ever reported, once four hours have passed', async () => {
    network.refuse = () => ({ taken: { status: 500 } })
    const { person, campaign } = await placeOne()
    network.refuse = () => null
    const age = () =>
      server.db
        .updateTable('calls')
        .set({ started_at: sql`started_at - interval '2.1 hours'` })
        .where('campaign_id', '=', campaign.id)
        .execute()
    await age()
    await endLostCalls(server.services)
    expect(await callsOf(person.id)).toMatchObject([{ lifecycle: 'queued' }])
    await age()
    await endLostCalls(server.services)
    expect(await callsOf(person.id)).toMatchObject([
      { lifecycle: 'failed', endReason: 'unknown', rawEndReason: 'no report' },
    ])
    const { body } = await server.call(queues.listQueuedPeople, {
      as: owner,
      params: { id: campaign.queue!.id },
    })
    expect(body.items).toMatchObject([{ tries: 1 }])
  })
})

describe('the reports of a placed call', () => {
  it('make one call if they arrive before the answer of the provider', async () => {
    const person = await addPerson()
    const campaign = await addCampaign()
    await start(campaign.id)
    network.refuse = async (call) => {
      expect(await network.report(server.url, call, 'no_answer')).toBe(200)
      return null
    }
    await round()
    expect(await callsOf(person.id)).toMatchObject([{ lifecycle: 'no_answer' }])
  })

  it('make one call if the first of them lacks our ID', async () => {
    const person = await addPerson()
    const campaign = await addCampaign()
    await start(campaign.id)
    network.refuse = async (call) => {
      const early = { ...call, metadata: { workspace_id: workspaceId } }
      expect(await network.report(server.url, early, 'started')).toBe(200)
      return null
    }
    await round()
    await network.report(server.url, network.calls[0]!, 'no_answer')
    expect(await callsOf(person.id)).toMatchObject([{ lifecycle: 'no_answer' }])
    expect((await read(campaign.id)).total.placed).toBe(1)
  })

  it('change nothing when they are repeated or come late', async () => {
    const { person, campaign, call } = await placeOne()
    await network.report(server.url, call, 'qualified')
    await network.report(server.url, call, 'qualified')
    await network.report(server.url, call, 'started')
    expect(await callsOf(person.id)).toMatchObject([{ lifecycle: 'completed', outcome: 'qualified' }])
    expect((await read(campaign.id)).total).toMatchObject({ placed: 1, seconds: 30 })
  })

  it('cannot take over a call that has an ID already, or that another provider placed', async () => {
    const { person, call } = await placeOne()
    await network.report(server.url, { ...call, id: 'another-call' }, 'no_answer')
    const calls = await callsOf(person.id)
    expect(calls.map(({ providerCallId, lifecycle }) => [providerCallId, lifecycle]).sort()).toEqual([
      ['another-call', 'no_answer'],
      [call.id, 'queued'],
    ])
    network.refuse = () => ({ taken: { status: 500 } })
    const lost = await placeOne()
    await network.report(server.url, { ...lost.call, provider: 'vapi', id: 'of-vapi' }, 'qualified')
    const found = (await callsOf(lost.person.id)).find(({ provider }) => provider === 'retell')
    expect(found).toMatchObject({ lifecycle: 'queued', providerCallId: null })
  })

  it('cannot claim a call of another workspace by its ID', async () => {
    network.refuse = () => ({ taken: { status: 500 } })
    const { person, call } = await placeOne()
    const forged = {
      ...call,
      id: 'forged-call',
      metadata: { workspace_id: stranger.workspaceId, muster_call_id: call.metadata.muster_call_id! },
    }
    await network.report(server.url, forged, 'qualified')
    expect(await callsOf(person.id)).toMatchObject([{ lifecycle: 'queued', providerCallId: null }])
  })
})

describe('the calls and people of a campaign', () => {
  it('are listed by its ID, without those of others', async () => {
    const { person, campaign } = await placeOne()
    await server.call(contract.endVoiceCampaign, { as: owner, params: { id: campaign.id } })
    await placeOne()
    const { body } = await server.call(listCalls, { as: owner, query: { campaignId: campaign.id } })
    expect(body.items.map(({ application }) => application?.id)).toEqual([person.id])
    const { body: theirs } = await server.call(listCalls, {
      as: stranger,
      query: { campaignId: campaign.id },
    })
    expect(theirs.items).toEqual([])
  })

  it('have the reasons that the campaign has for them', async () => {
    await addPerson()
    const queue = await addQueue()
    const reasons = async (campaign?: 'anyone' | 'with_consent') => {
      const { body } = await server.call(queues.listQueuedPeople, {
        as: owner,
        params: { id: queue.id },
        query: { campaign },
      })
      return body.items.map(({ reason }) => reason)
    }
    expect(await reasons()).toEqual(['ready'])
    expect(await reasons('anyone')).toEqual(['ready'])
    expect(await reasons('with_consent')).toEqual(['no_consent'])
  })
})

describe('updateVoiceCampaign', () => {
  const change = (id: string, body: Partial<CallOf<typeof contract.updateVoiceCampaign>['body']>) =>
    server.call(contract.updateVoiceCampaign, { as: owner, params: { id }, body })

  it('refuses a stale version, and a campaign that has ended', async () => {
    const { id, version } = await addCampaign()
    expect((await change(id, { name: 'Renamed', version })).status).toBe(200)
    expect((await change(id, { name: 'Again', version })).status).toBe(409)
    await server.call(contract.endVoiceCampaign, { as: owner, params: { id } })
    expect((await change(id, { name: 'Too late' })).status).toBe(409)
  })

  it('lets the next call follow the new rules at once', async () => {
    const campaign = await addCampaign({ onlyWithConsent: true })
    await addPerson()
    await start(campaign.id)
    await round()
    expect((await read(campaign.id)).waits).toBe('nobody_ready')
    await change(campaign.id, { onlyWithConsent: false })
    await round()
    expect(network.calls).toHaveLength(1)
  })

  it('refuses an agent that was deleted', async () => {
    const campaign = await addCampaign()
    const agent = await addAgent()
    await server.call(deleteAgent, { as: owner, params: { id: agent.id } })
    expect((await change(campaign.id, { agentId: agent.id })).status).toBe(422)
  })
})

describe('startVoiceCampaign', () => {
  it('refuses an agent whose provider has no key', async () => {
    const campaign = await addCampaign({ provider: 'vapi' })
    await setAccount('vapi', null)
    const refused = await start(campaign.id)
    await setAccount('vapi')
    expect(refused).toMatchObject({ status: 422, body: { details: { agentId: [expect.any(String)] } } })
    expect((await read(campaign.id)).state).toBe('draft')
  })

  it('refuses a running campaign, and one that has ended', async () => {
    const { id } = await addCampaign()
    expect((await start(id)).status).toBe(200)
    expect((await start(id)).status).toBe(409)
    await server.call(contract.endVoiceCampaign, { as: owner, params: { id } })
    expect((await start(id)).status).toBe(409)
  })

  it('refuses a campaign whose queue was deleted', async () => {
    const campaign = await addCampaign()
    await server.call(queues.deleteCallQueue, { as: owner, params: { id: campaign.queue!.id } })
    expect((await start(campaign.id)).status).toBe(409)
    expect((await read(campaign.id)).queue).toBeNull()
  })

  it('resumes a paused campaign', async () => {
    const { id } = await addCampaign()
    await start(id)
    const paused = await server.call(contract.pauseVoiceCampaign, { as: owner, params: { id } })
    expect(paused.body).toMatchObject({ state: 'paused', pauseReason: 'user' })
    await addPerson()
    await round()
    expect(network.calls).toEqual([])
    expect((await start(id)).body).toMatchObject({ state: 'running', pauseReason: null })
  })
})

describe('pauseVoiceCampaign', () => {
  it('refuses a draft', async () => {
    const { id } = await addCampaign()
    expect((await server.call(contract.pauseVoiceCampaign, { as: owner, params: { id } })).status).toBe(409)
  })

  it('places no further call and lets the others go on', async () => {
    const { person, campaign, call } = await placeOne()
    await addPerson()
    await server.call(contract.pauseVoiceCampaign, { as: owner, params: { id: campaign.id } })
    await round()
    expect(network.calls).toHaveLength(1)
    await network.report(server.url, call, 'qualified')
    expect(await callsOf(person.id)).toMatchObject([{ outcome: 'qualified' }])
  })
})

describe('createVoiceCampaign', () => {
  const create = (body: CampaignInput, as = owner) =>
    server.call(contract.createVoiceCampaign, {
      as,
      body: { name: 'A new one', queueId: '', agentId: '', ...body },
    })

  it('refuses agents that cannot place calls', async () => {
    const queueId = (await addQueue()).id
    const agents: Partial<CallOf<typeof createAgent>['body']>[] = [
      { kind: 'human' },
      { kind: 'voice', provider: 'generic', providerAgentId: 'x-1', phone: '+4930901821001' },
      { kind: 'voice', provider: 'retell', phone: '+4930901821002' },
      { kind: 'voice', provider: 'retell', providerAgentId: 'x-2' },
    ]
    for (const more of agents) {
      const { body } = await server.call(createAgent, {
        as: owner,
        body: { name: 'Ann', kind: 'voice', ...more },
      })
      expect(await create({ queueId, agentId: body.id })).toMatchObject({
        status: 422,
        body: { details: { agentId: [expect.any(String)] } },
      })
    }
  })

  it('refuses a queue and an agent of another workspace', async () => {
    const campaign = await addCampaign()
    expect(await create({ queueId: campaign.queue!.id, agentId: campaign.agent.id }, stranger)).toMatchObject(
      {
        status: 422,
        body: { details: { queueId: [expect.any(String)] } },
      },
    )
  })

  it('refuses a name that is in use', async () => {
    const { name, queue, agent } = await addCampaign()
    expect((await create({ name: name.toUpperCase(), queueId: queue!.id, agentId: agent.id })).status).toBe(
      409,
    )
  })

  it('is for those who may run campaigns', async () => {
    expect((await server.call(contract.listVoiceCampaigns, { as: recruiter })).status).toBe(403)
    const { id } = await addCampaign()
    expect((await start(id, recruiter)).status).toBe(403)
    expect((await start(id, stranger)).status).toBe(404)
  })
})

describe('deleteVoiceCampaign', () => {
  const remove = (id: string) => server.call(contract.deleteVoiceCampaign, { as: owner, params: { id } })
  const restore = (id: string) => server.call(contract.restoreVoiceCampaign, { as: owner, params: { id } })

  it('refuses a campaign that has not ended', async () => {
    const { id } = await addCampaign()
    await start(id)
    expect((await remove(id)).status).toBe(409)
    await server.call(contract.pauseVoiceCampaign, { as: owner, params: { id } })
    expect((await remove(id)).status).toBe(409)
  })

  it('can be taken back for 30 days', async () => {
    const { id } = await addCampaign()
    expect((await remove(id)).status).toBe(204)
    expect((await server.call(contract.getVoiceCampaign, { as: owner, params: { id } })).status).toBe(404)
    expect((await restore(id)).status).toBe(200)
    await remove(id)
    await server.db
      .updateTable('voice_campaigns')
      .set({ deleted_at: sql`now() - interval '31 days'` })
      .where('id', '=', id)
      .execute()
    expect((await restore(id)).status).toBe(404)
    await cleanUp(server.db)
    expect(await server.db.selectFrom('voice_campaigns').where('id', '=', id).select('id').execute()).toEqual(
      [],
    )
  })

  it('keeps a deleted campaign as long as it has calls', async () => {
    const { person, campaign, call } = await placeOne()
    await network.report(server.url, call, 'no_answer')
    await server.call(contract.endVoiceCampaign, { as: owner, params: { id: campaign.id } })
    await remove(campaign.id)
    await server.db
      .updateTable('voice_campaigns')
      .set({ deleted_at: sql`now() - interval '31 days'` })
      .where('id', '=', campaign.id)
      .execute()
    await cleanUp(server.db)
    expect(await callsOf(person.id)).toHaveLength(1)
    expect(
      await server.db.selectFrom('voice_campaigns').where('id', '=', campaign.id).select('id').execute(),
    ).toHaveLength(1)
  })
})

describe('forecastVoiceCampaign', () => {
  const forecast = async (id: string) => {
    const { status, body } = await server.call(contract.forecastVoiceCampaign, { as: owner, params: { id } })
    expect(status).toBe(200)
    return body
  }

  it('says who would be called, when, and why others are not', async () => {
    await addPerson({ consent: 'given' })
    await addPerson({ consent: 'given', phone: phoneWhere('night') })
    await addPerson()
    const { id } = await addCampaign({ onlyWithConsent: true })
    const body = await forecast(id)
    expect(body).toMatchObject({
      total: 3,
      ready: 1,
      calls: 2,
      left: 0,
      costs: [],
      basis: { isDefault: true },
    })
    expect(body.groups.map(({ reason, count }) => [reason, count])).toEqual([
      ['no_consent', 1],
      ['outside_hours', 1],
      ['ready', 1],
    ])
    expect(body.hours.reduce((sum, hour) => sum + hour.calls, 0)).toBe(2)
    expect(body.seconds).toBe(2 * contract.forecastDefaults.secondsPerCall)
  })

  it('calls nobody whose state or country allows no calls', async () => {
    const phone = phoneWhere('day', true)
    await addPerson()
    await addPerson({ phone })
    const { rows } = await sql<{ code: string }>`select dialing_code(${phone}) as code`.execute(server.db)
    const { country, states } = dialingCodes().get(rows[0]!.code)!.places[0]!
    const rule = await server.call(createCallingHours, {
      as: owner,
      body: {
        ...{ country, state: states?.[0] ?? null, weekdays: null, saturday: null, sunday: null },
        publicHolidays: true,
      },
    })
    const body = await forecast((await addCampaign()).id)
    await server.call(deleteCallingHours, { as: owner, params: { id: rule.body.id } })
    expect(body).toMatchObject({ total: 2, ready: 1, calls: 1, left: 1 })
    expect(body.groups.map(({ reason }) => reason)).toEqual(['stricter_hours', 'ready'])
  })

  it('waits for another time of day after a call in vain, if the queue does', async () => {
    const queue = await addQueue({ otherTimeOfDay: true, hoursBetween: 0, triesPerDay: 9, maxTries: 9 })
    const person = await addPerson()
    await server.call(logCall, {
      as: owner,
      body: {
        applicationId: person.id,
        endReason: 'no_answer',
        startedAt: new Date(Date.now() - 24 * 3_600_000).toISOString(),
      },
    })
    const body = await forecast((await addCampaign({ queueId: queue.id })).id)
    expect(body).toMatchObject({ total: 1, ready: 0, calls: 1, left: 0 })
    const [group] = body.groups
    expect(group).toMatchObject({ reason: 'tried_this_time_of_day', count: 1 })
    const called = Date.parse(body.hours[0]!.at)
    expect(called).toBeGreaterThanOrEqual(Date.parse(group!.readyAt!))
    expect(called).toBeLessThan(Date.parse(group!.readyAt!) + 3_600_000)
  })

  it.each(['America/Chicago', 'Asia/Kolkata'])(
    'counts by the hours of the clock in %s, from now',
    async (timezone) => {
      const setZone = (zone: string) => server.call(updateWorkspace, { as: owner, body: { timezone: zone } })
      await addPerson({ phone: phoneWhere('night') })
      const { id } = await addCampaign()
      await setZone(timezone)
      const { hours, endsAt } = await forecast(id)
      await setZone('UTC')
      expect(hours.map(({ at }) => clockIn(timezone, new Date(at)).minutes % 60)).toEqual([0])
      expect(Date.parse(endsAt!) - Date.parse(hours[0]!.at)).toBe(3_600_000)
    },
  )

  it('spreads people over the hours and days that the limits allow', async () => {
    for (let count = 0; count < 5; count += 1) await addPerson()
    const { id } = await addCampaign({ maxConcurrent: 1, minutesPerDay: 2 })
    const { hours } = await forecast(id)
    expect(hours.map(({ calls }) => calls)).toEqual([2, 2, 1])
  })

  it('uses the averages of the agent once there are enough calls', async () => {
    const person = await addPerson()
    const campaign = await addCampaign()
    await server.db
      .insertInto('calls')
      .values(
        Array.from({ length: contract.forecastMinCalls }, (_, index) => ({
          workspace_id: workspaceId,
          id: newId(),
          application_id: person.id,
          candidate_id: person.candidate.id,
          agent_id: campaign.agent.id,
          lifecycle: 'no_answer',
          end_reason: 'no_answer',
          duration_seconds: 90,
          cost_minor: 20,
          currency: 'USD',
          started_at: sql<string>`now() - make_interval(days => ${20 + index}::integer)`,
        })),
      )
      .execute()
    await addPerson()
    expect(await forecast(campaign.id)).toMatchObject({
      basis: { calls: contract.forecastMinCalls, secondsPerCall: 90, isDefault: false },
      calls: 1,
      seconds: 90,
      costs: [{ minor: 20, currency: 'USD' }],
    })
  })
})

describe('the accounts for placing calls', () => {
  it('never return a key', async () => {
    const { body } = await server.call(contract.listVoiceAccounts, { as: owner })
    expect(body.items).toMatchObject([
      { provider: 'twilio', accountId: twilioAccount, setAt: expect.any(String) },
      { provider: 'vapi', accountId: null },
      { provider: 'retell', accountId: null },
    ])
    expect(JSON.stringify(body)).not.toContain(phoneNetworkKeys.twilio)
  })

  it('store keys encrypted', async () => {
    const stored = await server.db.selectFrom('voice_accounts').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(phoneNetworkKeys.retell)
  })

  it('need an Account SID for Twilio, and none for others', async () => {
    const set = (provider: CallingProvider, accountId: string | null) =>
      server.call(contract.setVoiceAccount, {
        as: owner,
        params: { provider },
        body: { apiKey: 'a key', accountId },
      })
    expect((await set('twilio', null)).status).toBe(422)
    expect((await set('vapi', 'AC1')).status).toBe(422)
  })

  it('are set by those who manage the workspace', async () => {
    const refused = await server.call(contract.setVoiceAccount, {
      as: recruiter,
      params: { provider: 'vapi' },
      body: { apiKey: 'a key' },
    })
    expect(refused.status).toBe(403)
  })

  it('of another workspace place no call', async () => {
    const { body } = await server.call(contract.listVoiceAccounts, { as: stranger })
    expect(body.items.map(({ setAt }) => setAt)).toEqual([null, null, null])
  })
})

it('stops calling a person whose consent is withdrawn', async () => {
  const person = await addPerson({ consent: 'given' })
  await server.call(updateCandidate, {
    as: owner,
    params: { id: person.candidate.id },
    body: { consent: 'withdrawn' },
  })
  await start((await addCampaign({ onlyWithConsent: false })).id)
  await round()
  expect(network.calls).toEqual([])
})
